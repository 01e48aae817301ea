import type { Condition, Fetched, Market, Proof } from '@prediction-market/sdk'

/** Finds the proofs of some conditions. */
export interface ProofSource {
  /**
   * Whether a `byExpiry` condition may hold before the expiry, by the data that was read last. Called on every
   * tick, so it makes no requests.
   */
  holds(market: Fetched<Market>): boolean
  /** The proof; `null` while there is none. */
  prove(market: Fetched<Market>): Promise<Proof | null>
}

/** The proof source of each type of condition. */
export type ProofSources = Readonly<Partial<Record<Condition['type'], ProofSource>>>
