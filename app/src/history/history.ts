// The interface through which other parts read the state of the history.

import type { Database } from '../store/database.ts'

/** How far the history is behind the chain. */
export interface HistoryLag {
  slots: number
  seconds: number
}

/** The history as its readers see it. */
export interface History {
  readonly db: Database
  /** Id of the latest event in the store. */
  readonly lastEvent: number
  /** How many times transactions were removed because the chain dropped them. */
  readonly removals: number
  /** Whether it was complete once, so that only the latest events can be missing. */
  readonly isComplete: boolean
  /** Whether events below the latest id are still missing because all rows are being rebuilt. */
  readonly isRebuilding: boolean
  /** Number of transactions that are set aside. */
  readonly unread: number
  /**
   * How far the history is behind the chain.
   *
   * @param slot - the latest slot of the chain
   */
  lag(slot: number): HistoryLag
  /**
   * Calls `listener` after the history has changed, whichever process changed it.
   *
   * @returns a function that removes the listener
   */
  onChange(listener: () => void): () => void
}
