// Odds, fees, payouts and quotes of bets, exactly as the program computes them.

import { MAX_FEE_BPS, MAX_RATIO, MIN_RATIO, RATIO_DENOMINATOR } from '../../idl/limits.ts'
import { InvalidInputError } from '../errors.ts'
import type { Outcome, Stakes } from '../shapes.ts'
import { requireStakes, requireUnits, sides } from './stakes.ts'

/** The terms of a market that its payouts depend on. */
export interface PayoutTerms {
  /** The shares of what is lost that are taken as fees, in basis points. */
  burnBps: number
  developerBps: number
  /** The most that is lost for each unit of the winning pool, in hundredths; 0 for no limit. */
  maxRatio: number
}

/** How the lost stakes are split, in base units; the three add up to them. */
export interface Fees {
  burn: bigint
  developer: bigint
  /** The part that the winning side shares. */
  distributable: bigint
}

/** Basis points in one. */
export const BASIS_POINTS = 10_000

const ONE = BigInt(BASIS_POINTS)

const RATIO_ONE = BigInt(RATIO_DENOMINATOR)

/** The odds of each side in basis points; see {@link odds}. */
export function oddsBps(pools: Stakes): Record<Outcome, number> {
  const stakes = requireStakes('pools', pools)
  const total = stakes.Yes + stakes.No
  const share = total === 0n ? ONE / 2n : (2n * stakes.Yes * ONE + total) / (2n * total)
  return { Yes: Number(share), No: Number(ONE - share) }
}

/**
 * The odds of each side, its part of all stakes, to 4 decimals: yes is rounded half up and no is the rest, so that they
 * add up to exactly 1. Without stakes both are 0.5. A side that rounds to 0 leaves 1 for the other.
 *
 * @example odds({ Yes: 150n, No: 60n }) // { Yes: 0.7143, No: 0.2857 }
 */
export function odds(pools: Stakes): Record<Outcome, number> {
  const { Yes, No } = oddsBps(pools)
  return { Yes: Yes / BASIS_POINTS, No: No / BASIS_POINTS }
}

/** Splits lost stakes as `resolve_market` does: each share is rounded down, the winners get the rest. */
export function fees(lost: bigint, burnBps: number, developerBps: number): Fees {
  requireUnits('lost', lost)
  return split(lost, burnBps, developerBps)
}

/** The refunded part of the losing pool: what exceeds the ratio to the winning pool. Pools exclude late stakes. */
export function unmatchedStake(
  winningPool: bigint,
  losingPool: bigint,
  { maxRatio }: Pick<PayoutTerms, 'maxRatio'>,
): bigint {
  requireStakes('pools', { Yes: winningPool, No: losingPool })
  return losingPool - lostOf(winningPool, losingPool, maxRatio)
}

/**
 * The payout of a winning stake: itself and its part of the lost stakes after fees, rounded down. Pools exclude late
 * stakes.
 *
 * @param winningPool - all stakes on the winning side, this one included
 */
export function payout(stake: bigint, winningPool: bigint, losingPool: bigint, shares: PayoutTerms): bigint {
  requireHeld(stake, winningPool, losingPool)
  return stake === 0n ? 0n : shareOut(stake, winningPool, losingPool, shares)
}

/**
 * What is refunded of a losing stake: its part of the unmatched stakes, rounded down; all of it if nobody holds the
 * other side. Pools exclude late stakes.
 *
 * @param losingPool - all stakes on the losing side, this one included
 */
export function unmatchedRefund(
  stake: bigint,
  winningPool: bigint,
  losingPool: bigint,
  { maxRatio }: Pick<PayoutTerms, 'maxRatio'>,
): bigint {
  requireHeld(stake, losingPool, winningPool)
  if (stake === 0n || winningPool === 0n) return stake
  return (stake * (losingPool - lostOf(winningPool, losingPool, maxRatio))) / losingPool
}

/** A bet that might be placed. */
export interface QuoteInput {
  /** The pools before the bet. */
  pools: Stakes
  outcome: Outcome
  /** The stake, in base units. */
  amount: bigint
  /** The market's terms. */
  shares: PayoutTerms
}

/**
 * The effect of a bet on the odds, and its payout if its side won with the pools right after it. The fields are those of
 * `GET /v1/markets/{id}/quote`, in base units.
 */
export interface Quote {
  odds: Record<Outcome, number>
  newOdds: Record<Outcome, number>
  /** The pools after the bet. */
  newTotalStake: Stakes
  /** Base units paid for this stake, itself included. */
  payout: bigint
  /** `payout` for each unit staked, in ten-thousandths rounded down. */
  payoutRatio: bigint
  /** Base units lost if the other side won with the pools right after the bet: what finds no opponent is refunded. */
  atRisk: bigint
  /** The same payout if afterwards the same amount were staked on that side. */
  payoutIfMatched: Record<Outcome, bigint>
  /** How far the bet moves the odds of its own side: 0 to 1. */
  priceImpact: number
}

/**
 * Quotes a bet. Somebody who already holds a stake on that side may be paid one base unit more for both
 * together than for each alone, because a position is rounded down once.
 */
export function quote({ pools, outcome, amount, shares }: QuoteInput): Quote {
  requireStakes('pools', pools)
  requireUnits('amount', amount)
  if (amount === 0n) throw new InvalidInputError('amount', 'must not be zero')
  const { winning, losing } = sides(pools, outcome)
  const grown = winning + amount
  const newTotalStake: Stakes = { ...pools, [outcome]: grown }
  const paid = payout(amount, grown, losing, shares)
  return {
    odds: odds(pools),
    newOdds: odds(newTotalStake),
    newTotalStake,
    payout: paid,
    payoutRatio: (paid * ONE) / amount,
    atRisk: amount - unmatchedRefund(amount, losing, grown, shares),
    payoutIfMatched: payoutIfMatched(outcome, amount, grown, losing, shares),
    priceImpact: (oddsBps(newTotalStake)[outcome] - oddsBps(pools)[outcome]) / BASIS_POINTS,
  }
}

/** Payouts after a further bet. They are exact even beyond what a market can hold. */
function payoutIfMatched(
  outcome: Outcome,
  amount: bigint,
  winning: bigint,
  losing: bigint,
  shares: PayoutTerms,
): Record<Outcome, bigint> {
  const diluted = shareOut(amount, winning + amount, losing, shares)
  const enriched = shareOut(amount, winning, losing + amount, shares)
  return outcome === 'Yes' ? { Yes: diluted, No: enriched } : { Yes: enriched, No: diluted }
}

function shareOut(stake: bigint, winning: bigint, losing: bigint, shares: PayoutTerms): bigint {
  const { burnBps, developerBps, maxRatio } = shares
  const { distributable } = split(lostOf(winning, losing, maxRatio), burnBps, developerBps)
  return stake + (stake * distributable) / winning
}

/** The part of the losing pool that is lost. */
function lostOf(winning: bigint, losing: bigint, maxRatio: number): bigint {
  if (requireRatio(maxRatio) === 0) return losing
  const most = (winning * BigInt(maxRatio)) / RATIO_ONE
  return most < losing ? most : losing
}

function split(lost: bigint, burnBps: number, developerBps: number): Fees {
  const burn = (lost * BigInt(requireBps('burnBps', burnBps))) / ONE
  const developer = (lost * BigInt(requireBps('developerBps', developerBps))) / ONE
  return { burn, developer, distributable: lost - burn - developer }
}

function requireHeld(stake: bigint, pool: bigint, other: bigint): void {
  requireStakes('pools', { Yes: pool, No: other })
  requireUnits('stake', stake)
  if (stake > pool) throw new InvalidInputError('stake', 'is larger than the pool that holds it')
}

function requireBps(field: string, bps: number): number {
  if (!Number.isInteger(bps) || bps < 0 || bps > MAX_FEE_BPS) {
    throw new InvalidInputError(field, `must be a whole number from 0 to ${MAX_FEE_BPS}`)
  }
  return bps
}

function requireRatio(ratio: number): number {
  if (ratio !== 0 && !(Number.isInteger(ratio) && ratio >= MIN_RATIO && ratio <= MAX_RATIO)) {
    throw new InvalidInputError('maxRatio', `must be 0 or a whole number from ${MIN_RATIO} to ${MAX_RATIO}`)
  }
  return ratio
}
