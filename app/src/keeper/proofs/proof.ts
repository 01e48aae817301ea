import type { Condition, Fetched, Market, Proof } from '@prediction-market/sdk'
import type { BookEntry } from '../../book/entry.ts'

/** A state of a market that is watched: to keep it takes much less memory than to keep the decoded market. */
export type Watchable = Pick<BookEntry, 'market' | 'address'>

/** Finds the proofs of some conditions. `now` is the chain's time, in unix seconds. */
export interface ProofSource {
  /** Watches an open market for observations from before its expiry. Called with each newer state of it, too. */
  watch(entry: Watchable): void
  /** Forgets a market that is no longer open. */
  unwatch(market: Fetched<Market>): void
  /**
   * Whether an observation from before the expiry may decide the market now, by the data that was read last. It makes
   * no requests.
   */
  hasEarly(market: Fetched<Market>, now: bigint): boolean
  /**
   * The proof that the program would take now: of the earliest observation that decides the market or, from the
   * expiry on, of the one at expiry. `null` while there is none.
   */
  prove(market: Fetched<Market>, now: bigint): Promise<Proof | null>
}

/** The proof source of each type of condition. */
export type ProofSources = Readonly<Partial<Record<Condition['type'], ProofSource>>>
