// Stakes on both sides, and which are late, as in the program's `state/recent.rs`: a stake counts once a whole period
// has passed after its own.

import type { MarketOf } from '../accounts/shapes.ts'
import { MAX_U64 } from '../amounts.ts'
import { canBeEarly, canBeEarlyNo } from '../condition/kinds/index.ts'
import type { Condition } from '../condition/types.ts'
import { InvalidInputError } from '../errors.ts'
import type { Outcome, RecentStakes, Stakes } from '../shapes.ts'

/** The stakes of the winning and of the losing side. */
export function sides(pools: Stakes, winner: Outcome): { winning: bigint; losing: bigint } {
  if (winner === 'Yes') return { winning: pools.Yes, losing: pools.No }
  if (winner === 'No') return { winning: pools.No, losing: pools.Yes }
  throw new InvalidInputError('outcome', 'must be Yes or No')
}

/** Refuses stakes that no market can hold. */
export function requireStakes(field: string, stakes: Stakes): Stakes {
  const { Yes, No } = stakes
  requireUnits(`${field}.Yes`, Yes)
  requireUnits(`${field}.No`, No)
  if (Yes + No > MAX_U64) throw new InvalidInputError(field, 'add up to more than a u64 can hold')
  return stakes
}

/** Refuses a value that is not an amount of base units. */
export function requireUnits(field: string, value: bigint): void {
  if (typeof value !== 'bigint' || value < 0n || value > MAX_U64)
    throw new InvalidInputError(field, 'must be a u64')
}

/** No stake on either side. */
export const NO_STAKES: Stakes = { Yes: 0n, No: 0n }

/** The record before the first bet. */
export const NO_RECENT_STAKES: RecentStakes = {
  period: 0n,
  stakes: [NO_STAKES, NO_STAKES, NO_STAKES],
}

/** The betting period of a second before expiry, counted from 1, and so that one ends exactly at expiry. */
export function periodOf(
  market: Pick<MarketOf<unknown>, 'createdAt' | 'expireAt'> & { terms: { period: number } },
  second: bigint,
): bigint {
  const length = BigInt(Math.max(market.terms.period, 1))
  const duration = market.expireAt - market.createdAt
  const periods = (duration + length - 1n) / length
  const last = market.expireAt - 1n
  const after = second < last ? (last - second) / length : 0n
  return after < periods ? periods - after : 0n
}

/** Counts a bet placed in a period. Periods never go back, since the chain's clock does not. */
export function addRecentStake(
  recent: RecentStakes,
  period: bigint,
  outcome: Outcome,
  amount: bigint,
): RecentStakes {
  const [last, before, beforeThat] = movedTo(recent, period).stakes
  const grown = { ...last, [outcome]: last[outcome] + amount }
  return { period: period > recent.period ? period : recent.period, stakes: [grown, before, beforeThat] }
}

/** Whether a record still identifies the stakes that are late for an answer of a period. */
export function coversPeriod(recent: RecentStakes, period: bigint): boolean {
  return recent.period <= period + 1n
}

/** The stakes that are late for an answer of a period: those of that period, the one before and later ones. */
export function lateStakes(recent: RecentStakes, period: bigint): Stakes {
  let late = NO_STAKES
  recent.stakes.forEach(({ Yes, No }, age) => {
    const number = recent.period - BigInt(age)
    if (number + 1n >= period) late = { Yes: late.Yes + Yes, No: late.No + No }
  })
  return late
}

/** When a stake begins to count, and which early answers refund it before. */
export interface StakeCounts {
  /** Unix second. A decision as of an earlier second refunds the stake. */
  from: bigint
  /** The answers that can be decided early, and so can refund the stake. */
  returnedBy: readonly Outcome[]
}

/**
 * When a stake begins to count that is placed at a second of the chain's clock: once a whole period has passed after
 * its own. If the market cannot be decided early, it counts at once.
 */
export function stakeCounts(
  market: Pick<MarketOf<unknown>, 'createdAt' | 'expireAt'> & {
    terms: { period: number }
    condition: Pick<Condition, 'type' | 'timing'>
  },
  now: bigint,
): StakeCounts {
  if (!canBeEarly(market.condition)) return { from: now, returnedBy: [] }
  const length = BigInt(Math.max(market.terms.period, 1))
  const last = periodOf(market, market.expireAt - 1n)
  const from = market.expireAt - (last - periodOf(market, now) - 1n) * length
  return { from, returnedBy: canBeEarlyNo(market.condition) ? ['Yes', 'No'] : ['Yes'] }
}

/** The record, advanced to `period` if that is later. */
function movedTo(recent: RecentStakes, period: bigint): RecentStakes {
  const none = NO_STAKES
  const [last, before] = recent.stakes
  const passed = period - recent.period
  if (passed <= 0n) return recent
  if (passed === 1n) return { period, stakes: [none, last, before] }
  if (passed === 2n) return { period, stakes: [none, none, last] }
  return { period, stakes: [none, none, none] }
}
