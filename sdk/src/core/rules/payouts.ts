// What a decided market pays to its positions, exactly as the program computes it, and what a position is worth.

import type { MarketOf, PositionOf } from '../accounts/shapes.ts'
import { InvalidInputError } from '../errors.ts'
import type { Outcome, RecentStakes, Stakes } from '../shapes.ts'
import { BASIS_POINTS, oddsBps, type PayoutTerms, payout, unmatchedRefund } from './odds.ts'
import { lateStakes, NO_STAKES, requireStakes, sides } from './stakes.ts'

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

/** The result of a position: `open` until its market is decided. */
export type HoldingResult = 'open' | 'won' | 'lost' | 'refunded'

/**
 * The result of a decided position, by what the leaderboard of the gateway counts: `refunded` if all of it is paid back,
 * `won` if the stakes that counted are paid at least themselves.
 */
export function resultOfDecided(staked: bigint, winnings: bigint, refund: bigint): HoldingResult {
  const counted = staked - refund
  if (counted === 0n) return 'refunded'
  return winnings >= counted ? 'won' : 'lost'
}

/** The value of a position, in base units; named as in `GET /v1/wallets/{address}/positions`. */
export interface HoldingValue {
  stake: Stakes
  result: HoldingResult
  /** What is paid if that side wins with the pools as they are and no stake is late; `null` once decided. */
  potentialWinnings: Stakes | null
  /** What stakes that counted are owed, and paid with or without a claim; `null` until decided. */
  winnings: bigint | null
  /** The same of late and unmatched stakes, or of all stakes of a void market. */
  refund: bigint | null
  /** What is owed or, while it is open, what each answer would pay, weighed by its odds: an estimate, not a price. */
  value: bigint
}

/** Computes the result and the value of a position. */
export function valueHolding(
  market: MarketOf<unknown>,
  position: Pick<PositionOf<unknown>, 'stakes' | 'recent'>,
): HoldingValue {
  const { pools, terms } = market
  const stake = position.stakes
  if (market.status === 'open') {
    const potentialWinnings = {
      Yes: payout(stake.Yes, pools.Yes, pools.No, terms),
      No: payout(stake.No, pools.No, pools.Yes, terms),
    }
    const chance = oddsBps(pools)
    const returned: Stakes = {
      Yes: unmatchedRefund(stake.Yes, pools.No, pools.Yes, terms),
      No: unmatchedRefund(stake.No, pools.Yes, pools.No, terms),
    }
    const weighed = (side: Outcome) =>
      (potentialWinnings[side] + returned[side === 'Yes' ? 'No' : 'Yes']) * BigInt(chance[side])
    const value = (weighed('Yes') + weighed('No')) / BigInt(BASIS_POINTS)
    return { stake, result: 'open', potentialWinnings, winnings: null, refund: null, value }
  }
  const { payout: winnings, refund } = positionDue(market, position)
  const result = resultOfDecided(stake.Yes + stake.No, winnings, refund)
  return { stake, result, potentialWinnings: null, winnings, refund, value: winnings + refund }
}
