import { MAX_U64 } from './amounts.ts'
import { InvalidInputError } from './errors.ts'
import { MAX_FEE_BPS } from './limits.ts'
import type { Outcome, Stakes } from './values.ts'

/** The shares of the losing pool that are taken as fees, in basis points. */
export interface FeeShares {
  burnBps: number
  developerBps: number
}

/** How a losing pool is split, in base units; the three add up to it. */
export interface Fees {
  burn: bigint
  developer: bigint
  /** The part that the winning side shares. */
  distributable: bigint
}

/** The number of basis points in one. */
export const BASIS_POINTS = 10_000

const ONE = BigInt(BASIS_POINTS)

/** The odds of each side in basis points; see {@link odds}. */
export function oddsBps(pools: Stakes): Record<Outcome, number> {
  const [yes, no] = requireStakes('pools', pools)
  const total = yes + no
  const share = total === 0n ? ONE / 2n : (2n * yes * ONE + total) / (2n * total)
  return { Yes: Number(share), No: Number(ONE - share) }
}

/**
 * The odds of each side, its part of all stakes, to 4 decimals: yes is rounded half up and no is the rest,
 * so that they add up to exactly 1. Without stakes both are 0.5. A side so small that it rounds away shows
 * as 0 and the other as 1.
 *
 * @example odds([150n, 60n]) // { Yes: 0.7143, No: 0.2857 }
 */
export function odds(pools: Stakes): Record<Outcome, number> {
  const { Yes, No } = oddsBps(pools)
  return { Yes: Yes / BASIS_POINTS, No: No / BASIS_POINTS }
}

/** Splits a losing pool as `resolve_market` does: each share is rounded down, the winners get the rest. */
export function fees(losing: bigint, burnBps: number, developerBps: number): Fees {
  requireU64('losing', losing)
  const burn = (losing * BigInt(requireBps('burnBps', burnBps))) / ONE
  const developer = (losing * BigInt(requireBps('developerBps', developerBps))) / ONE
  return { burn, developer, distributable: losing - burn - developer }
}

/**
 * The payout of a stake on the winning side: the stake and its part of the losing pool after fees, rounded down.
 *
 * @param winningPool - all stakes on the winning side, this one included
 */
export function payout(stake: bigint, winningPool: bigint, losingPool: bigint, shares: FeeShares): bigint {
  requireStakes('pools', [winningPool, losingPool])
  requireU64('stake', stake)
  if (stake > winningPool) throw new InvalidInputError('stake', 'is larger than the pool that holds it')
  if (stake === 0n) return 0n
  const { distributable } = fees(losingPool, shares.burnBps, shares.developerBps)
  return stake + (stake * distributable) / winningPool
}

/** Whether a decision for `winner` refunds everybody because nobody staked on it. */
export function isVoid(pools: Stakes, winner: Outcome): boolean {
  return sides(pools, winner).winning === 0n
}

/**
 * The whole payout of a position, which may have stakes on both sides.
 *
 * @param winner - the decided side, or `null` for a void market, which refunds both stakes
 */
export function positionPayout(
  stakes: Stakes,
  pools: Stakes,
  winner: Outcome | null,
  shares: FeeShares,
): bigint {
  const [yes, no] = requireStakes('stakes', stakes)
  if (winner === null || isVoid(pools, winner)) return yes + no
  const { winning, losing } = sides(pools, winner)
  return payout(winner === 'Yes' ? yes : no, winning, losing, shares)
}

/**
 * The payout of one unit on each side, in ten-thousandths rounded down: 0 for the losing side, 10,000 for both sides
 * of a void market. Print with `formatAmount(ratio, 4)`.
 *
 * @param winner - the decided side, or `null` for a void market
 */
export function payoutRatio(
  pools: Stakes,
  winner: Outcome | null,
  shares: FeeShares,
): Record<Outcome, bigint> {
  requireStakes('pools', pools)
  if (winner === null || isVoid(pools, winner)) return { Yes: ONE, No: ONE }
  const { winning, losing } = sides(pools, winner)
  const ratio = (payout(winning, winning, losing, shares) * ONE) / winning
  return winner === 'Yes' ? { Yes: ratio, No: 0n } : { Yes: 0n, No: ratio }
}

/** A bet that might be placed. */
export interface QuoteInput {
  /** The pools before the bet. */
  pools: Stakes
  outcome: Outcome
  /** The stake, in base units. */
  amount: bigint
  /** The market's fee shares. */
  shares: FeeShares
}

/** The effect of a bet, and its payout if its side won without any later bets. */
export interface Quote {
  oddsBefore: Record<Outcome, number>
  oddsAfter: Record<Outcome, number>
  poolsAfter: Stakes
  /** Base units paid for this stake, itself included. */
  payout: bigint
  /** `payout` for each unit staked, in ten-thousandths rounded down. */
  payoutRatio: bigint
  /** How far the bet moves the odds of its own side, in basis points. */
  priceImpactBps: number
}

/**
 * Quotes a bet. Somebody who already holds a stake on that side may be paid one base unit more for both
 * together than for each alone, because a position is rounded down once.
 */
export function quote({ pools, outcome, amount, shares }: QuoteInput): Quote {
  requireStakes('pools', pools)
  requireU64('amount', amount)
  if (amount === 0n) throw new InvalidInputError('amount', 'must not be zero')
  const { winning, losing } = sides(pools, outcome)
  const grown = winning + amount
  const poolsAfter: Stakes = outcome === 'Yes' ? [grown, losing] : [losing, grown]
  const paid = payout(amount, grown, losing, shares)
  return {
    oddsBefore: odds(pools),
    oddsAfter: odds(poolsAfter),
    poolsAfter,
    payout: paid,
    payoutRatio: (paid * ONE) / amount,
    priceImpactBps: oddsBps(poolsAfter)[outcome] - oddsBps(pools)[outcome],
  }
}

function sides(pools: Stakes, winner: Outcome): { winning: bigint; losing: bigint } {
  const [yes, no] = pools
  if (winner === 'Yes') return { winning: yes, losing: no }
  if (winner === 'No') return { winning: no, losing: yes }
  throw new InvalidInputError('outcome', 'must be Yes or No')
}

function requireStakes(field: string, stakes: Stakes): Stakes {
  const [yes, no] = stakes
  requireU64(`${field}[0]`, yes)
  requireU64(`${field}[1]`, no)
  if (yes + no > MAX_U64) throw new InvalidInputError(field, 'add up to more than a u64 can hold')
  return stakes
}

function requireU64(field: string, value: bigint): void {
  if (typeof value !== 'bigint' || value < 0n || value > MAX_U64)
    throw new InvalidInputError(field, 'must be a u64')
}

function requireBps(field: string, bps: number): number {
  if (!Number.isInteger(bps) || bps < 0 || bps > MAX_FEE_BPS) {
    throw new InvalidInputError(field, `must be a whole number from 0 to ${MAX_FEE_BPS}`)
  }
  return bps
}
