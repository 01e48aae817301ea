import type { Database } from '../store/database.ts'

/** The history as its readers see it. */
export interface History {
  readonly db: Database
  /** Id of the latest event in the store. */
  readonly lastEvent: number
  /** How many times transactions were removed because the chain dropped them. */
  readonly removals: number
  /**
   * Calls `listener` after the history has changed, whichever process changed it.
   *
   * @returns a function that removes the listener
   */
  onChange(listener: () => void): () => void
}
