// Honest bettors: when they come, and what they bet.

import type { Outcome } from '@prediction-market/sdk'
import type { Result, SimulatedMarket } from './market.ts'

/** Base units on both sides from which on odds mean something to honest bettors. */
export const HEEDS_ODDS_FROM = 1_000_000_000n

/** An honest bettor who comes in a second. */
export interface Arrival {
  owner: string
  second: number
  /** How far off the bettor's belief is, in log-odds. */
  noise: number
  /** Base units. */
  amount: bigint
}

/** A side of a market: its pool, the other one, its probability and the largest ratio. */
export interface Side {
  own: number
  other: number
  chance: number
  ratio: number
}

/** What a stake on a side earns on average at the pools after it, for each unit. */
export function expectedShare({ own, other, chance, ratio }: Side, stake: number): number {
  const pool = own + stake
  const won = (0.9 * Math.min(other, ratio * pool)) / pool
  // Without an opponent the market is void, whatever the answer is.
  const lost = other === 0 ? 0 : Math.min(pool, ratio * other) / pool
  return chance * won - (1 - chance) * lost
}

/**
 * Bets by a noisy belief, on the side that pays on average; the first ones on the side that they believe in.
 *
 * @param chance - the probability of Yes, as everyone can know it
 * @param heedsOddsFrom - base units on both sides from which on the odds mean something to the bettor
 * @returns the bet, or undefined if none pays
 */
export function honestBet(
  market: SimulatedMarket,
  chance: number,
  { owner, second, noise, amount }: Arrival,
  heedsOddsFrom = HEEDS_ODDS_FROM,
): { outcome: Outcome; amount: bigint } | undefined {
  const known = Math.min(0.999, Math.max(0.001, chance))
  const belief = 1 / (1 + Math.exp(-(Math.log(known / (1 - known)) + noise)))
  const { Yes: yes, No: no } = market.pools
  const edge = (own: bigint, other: bigint, chance: number) =>
    expectedShare({ own: Number(own), other: Number(other), chance, ratio: market.ratio }, Number(amount))
  const edges = { Yes: edge(yes, no, belief), No: edge(no, yes, 1 - belief) }
  const isNew = yes < heedsOddsFrom || no < heedsOddsFrom
  const believed: Outcome = belief > 0.5 ? 'Yes' : 'No'
  const better: Outcome = edges.Yes > edges.No ? 'Yes' : 'No'
  if (!isNew && edges[better] <= 0) return undefined
  const outcome = isNew ? believed : better
  market.bet(owner, outcome, amount, second)
  return { outcome, amount }
}

export function noResult(): Result {
  return { staked: 0n, payout: 0n, refund: 0n }
}

/** Adds what one bettor has put in and got back to a sum. */
export function addResult(sum: Result, { staked, payout, refund }: Result): void {
  sum.staked += staked
  sum.payout += payout
  sum.refund += refund
}
