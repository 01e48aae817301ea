// The interface of proof sources, and which source proves a market.

import type { Fetched, Market, Proof } from '@prediction-market/sdk'
import { kindOf, type ProofKind } from '@prediction-market/sdk/condition'
import { recordedPrice } from '@prediction-market/sdk/rules'
import type { BookEntry } from '../../book/entry.ts'

/** A state of a watched market. It takes much less memory than the decoded market. */
export type Watchable = Pick<BookEntry, 'market' | 'address'>

/** Finds the proofs of some conditions. `now` is the chain's time, in unix seconds. */
export interface ProofSource {
  /** Watches an open market for observations from before its expiry. Called with each newer state of it, too. */
  watch(entry: Watchable): void
  /** Forgets a market that is no longer open. */
  unwatch(market: Fetched<Market>): void
  /**
   * Whether an observation from before the expiry may decide the market now, by the data that was read last. Makes no
   * requests.
   */
  hasEarly(market: Fetched<Market>, now: bigint): boolean
  /**
   * The proof that the program would accept now: of the earliest observation that decides the market or, from the
   * expiry on, of the one at expiry. `null` while there is none.
   */
  prove(market: Fetched<Market>, now: bigint): Promise<Proof | null>
}

/** The second whose observation a market waits for: its expiry, or that of the price that a change begins with. */
export function awaitedSecond(market: Pick<Market, 'condition' | 'reference' | 'expireAt'>): bigint {
  const { condition, expireAt } = market
  const isBegun = !('referenceAt' in condition) || recordedPrice(market) !== null
  return isBegun ? expireAt : condition.referenceAt
}

export type ProofSources = Readonly<Partial<Record<ProofKind, ProofSource>>>

/** The source that proves a market's condition, if it is configured. */
export function sourceOf(
  sources: ProofSources,
  { condition }: Pick<Market, 'condition'>,
): ProofSource | undefined {
  return sources[kindOf(condition).proof]
}
