// The dates of a decision, when a market can be decided, voided or closed, and those of rounds of `change` markets.

import { NONCE_TOLERANCE, STATE_GRACE } from '../../idl/limits.ts'
import type { MarketOf } from '../accounts/shapes.ts'
import { isDated } from '../condition/kinds/index.ts'
import type { Condition } from '../condition/types.ts'
import { InvalidInputError } from '../errors.ts'

/** The fields of a market that set the dates of its decision; a `Market` has them. */
export interface Expiry {
  /** Unix second. */
  expireAt: bigint
  /** Seconds. */
  terms: { proofWindow: number; voidDelay: number }
}

/** The second from which an undecided market can only be voided, or decided by a recorded "not met". */
export function voidAt({ expireAt, terms }: Expiry): bigint {
  return expireAt + BigInt(terms.voidDelay)
}

/** The end of the proof window. From this second no early observation counts, and a recorded "not met" decides No. */
export function proofDeadline({ expireAt, terms }: Expiry): bigint {
  return expireAt + BigInt(terms.proofWindow)
}

/**
 * The last second in which the state of an account counts as its state at expiry; market caps read a supply, too.
 * Later, only a state that must have been the same at expiry counts.
 */
export function stateDeadline({ expireAt }: Pick<Expiry, 'expireAt'>): bigint {
  return expireAt + BigInt(STATE_GRACE)
}

/**
 * The second from which a market can be decided whatever the answer is. The observation at expiry can be submitted from
 * `expireAt` on; before this second, a "not met" of a dated `byExpiry` condition is only recorded.
 */
export function decisionDue(market: Expiry & { condition: Pick<Condition, 'type' | 'timing'> }): bigint {
  const hasToWait = market.condition.timing === 'byExpiry' && isDated(market.condition)
  return hasToWait ? proofDeadline(market) : market.expireAt
}

/**
 * Whether a market takes bets at a second of the chain's clock. Watched accounts can end betting earlier; so does the
 * reference price of a change, once it is recorded.
 */
export function acceptsBets(
  market: Pick<MarketOf<unknown>, 'status' | 'observation' | 'closeAt'> & Referenced,
  now: bigint,
): boolean {
  const isKnown = market.observation !== null || recordedPrice(market) !== null
  return market.status === 'open' && !isKnown && now < market.closeAt
}

/** The fields of a market with the reference price of a change; a `Market` has them. */
export interface Referenced<Reference = object> {
  condition: { type: Condition['type']; referenceAt?: bigint | undefined }
  reference: Reference | null
}

/** The reference price of a change, once it is recorded; `null` before, and for all other conditions. */
export function recordedPrice<Reference>({ condition, reference }: Referenced<Reference>): Reference | null {
  return condition.referenceAt === undefined ? null : reference
}

/** The first second in which a settled market can be closed, or one without stakes cancelled: its nonce is spent. */
export function closableAt({ nonce }: Pick<MarketOf<unknown>, 'nonce'>): bigint {
  return nonce / 1_000n + BigInt(NONCE_TOLERANCE) + 1n
}

/** The grid of times of a series. */
export interface RoundGrid {
  /** The number of the series among those of its creator, 1 to 999. */
  number: number
  /** Seconds between the two prices of a round, and between the starts of two rounds. */
  length: number
}

/** A round of a series: a market of type `change`, bound to its times by its address. */
export interface Round {
  /** The nonce of the market: (`referenceAt` − length) × 1,000 + the number of the series. */
  nonce: bigint
  /** The unix second in which it is opened, when the round before it stops taking bets. */
  opensAt: bigint
  /** The unix second from which on bets are refused. */
  closeAt: bigint
  /** The unix second of the first price, a multiple of the length. */
  referenceAt: bigint
  /** The unix second of the second price. */
  expireAt: bigint
}

/** The number of series that the nonces of one second can distinguish. */
const SERIES = 1_000n

const MAX_NUMBER = 999

/**
 * The round that takes bets at a second.
 *
 * @param now - unix second of the chain's clock
 * @param closeMargin - seconds between the end of betting and the first price, a setting of the program
 * @throws InvalidInputError if the number or the length is not possible
 */
export function roundAt(grid: RoundGrid, now: bigint, closeMargin: number): Round {
  const { number, length } = grid
  if (!Number.isInteger(number) || number < 1 || number > MAX_NUMBER) {
    throw new InvalidInputError('number', `must be from 1 to ${MAX_NUMBER}`)
  }
  if (!Number.isInteger(length) || length < 1) {
    throw new InvalidInputError('length', 'must be a whole number of seconds')
  }
  const seconds = BigInt(length)
  const margin = BigInt(closeMargin)
  // The first multiple of the length whose betting has not ended.
  const referenceAt = ((now + margin) / seconds + 1n) * seconds
  const beginsAt = referenceAt - seconds
  return {
    nonce: beginsAt * SERIES + BigInt(number),
    opensAt: beginsAt - margin,
    closeAt: referenceAt - margin,
    referenceAt,
    expireAt: referenceAt + seconds,
  }
}

/** The number of the series that a market of type `change` would be a round of, by its nonce. */
export function seriesNumber({ nonce }: Pick<Round, 'nonce'>): number {
  return Number(nonce % SERIES)
}
