// What a decided market pays to its positions, exactly as the program computes it.

import { InvalidInputError } from '../errors.ts'
import type { Outcome, RecentStakes, Stakes } from '../shapes.ts'
import { lateStakes, NO_STAKES } from './late.ts'
import { BASIS_POINTS, type PayoutTerms, payout, unmatchedRefund } from './odds.ts'
import { requireStakes, sides } from './stakes.ts'

const ONE = BigInt(BASIS_POINTS)

/** The fields of a decided market that its payouts depend on; a decided `Market` has them. */
export interface DecidedMarket {
  /** All stakes. */
  pools: Stakes
  /** Late stakes, which are part of `pools`. */
  late: Stakes
  /** The betting period of the early answer that decided; 0 if no stake can be late. */
  latePeriod: bigint
  /** The winning side; `null` for a void market. */
  outcome: Outcome | null
  terms: PayoutTerms
}

/** The fields of a position that its payout depends on. */
export interface StakedPosition {
  stakes: Stakes
  recent: RecentStakes
}

/**
 * The stakes on each side that are refunded: late ones, and losing ones that found no opponent; all stakes of a void
 * market. `payoutRatio` is computed from the rest of the pools.
 */
export function refundedStakes({
  outcome,
  pools,
  late,
  unmatched,
}: Pick<DecidedMarket, 'outcome' | 'pools' | 'late'> & { unmatched: bigint }): Stakes {
  if (outcome === null) return pools
  return outcome === 'Yes' ? { ...late, No: late.No + unmatched } : { ...late, Yes: late.Yes + unmatched }
}

/** What a decided market owes to a position, in base units. */
export interface Due {
  /** For stakes that counted: the winning ones and their share of what was lost. */
  payout: bigint
  /** Late and unmatched stakes, or all stakes of a void market. */
  refund: bigint
}

/** Whether a decision for `winner` voids a market: no stake counts on that side. */
export function isVoid(market: Pick<DecidedMarket, 'pools' | 'late'>, winner: Outcome): boolean {
  return sides(countedPools(market), winner).winning === 0n
}

/** The pools without late stakes. */
export function countedPools({ pools, late }: Pick<DecidedMarket, 'pools' | 'late'>): Stakes {
  return lessLate('late', pools, late)
}

/** What a decided market owes to a position, exactly as the program computes it. */
export function positionDue(market: DecidedMarket, { stakes, recent }: StakedPosition): Due {
  const { Yes, No } = requireStakes('stakes', stakes)
  const { outcome, latePeriod } = market
  if (outcome === null || isVoid(market, outcome)) return { payout: 0n, refund: Yes + No }
  const late = latePeriod === 0n ? NO_STAKES : lateStakes(recent, latePeriod)
  const counted = sides(lessLate('recent', stakes, late), outcome)
  const { winning, losing } = sides(countedPools(market), outcome)
  return {
    payout: payout(counted.winning, winning, losing, market.terms),
    refund: late.Yes + late.No + unmatchedRefund(counted.losing, winning, losing, market.terms),
  }
}

/**
 * The payout of one counted unit on each side, in ten-thousandths rounded down: 0 for the losing side, 10,000 for both
 * sides of a void market. Print with `formatAmount(ratio, 4)`.
 */
export function payoutRatio(market: Omit<DecidedMarket, 'latePeriod'>): Record<Outcome, bigint> {
  const { outcome } = market
  if (outcome === null || isVoid(market, outcome)) return { Yes: ONE, No: ONE }
  const { winning, losing } = sides(countedPools(market), outcome)
  const ratio = (payout(winning, winning, losing, market.terms) * ONE) / winning
  return outcome === 'Yes' ? { Yes: ratio, No: 0n } : { Yes: 0n, No: ratio }
}

function lessLate(field: string, all: Stakes, late: Stakes): Stakes {
  const { Yes, No } = requireStakes('pools', all)
  if (late.Yes > Yes || late.No > No)
    throw new InvalidInputError(field, 'has more late stakes than there are')
  return { Yes: Yes - late.Yes, No: No - late.No }
}
