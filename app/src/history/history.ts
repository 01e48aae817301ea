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
  /** Id of the last event that is applied: readers see all events up to it. */
  readonly lastEvent: number
  /** Whether it was complete once, so that only the latest events can be missing. */
  readonly isComplete: boolean
  /** Whether events that were in the log when this process started are not applied yet. */
  readonly isRebuilding: boolean
  /** The number of markets that lack an event which is known to exist. */
  readonly gaps: number
  /** When the oldest of these gaps was noticed, in unix milliseconds. */
  readonly oldestGap: number | null
  /** Whether a market, in base58, lacks an event which is known to exist. */
  hasGap(market: string): boolean
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
