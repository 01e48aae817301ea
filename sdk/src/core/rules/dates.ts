// The dates of a decision: when a market can be decided, voided or closed.

import type { MarketOf } from '../accounts/shapes.ts'
import { isDated } from '../condition/kinds/index.ts'
import type { Condition } from '../condition/types.ts'
import { NONCE_TOLERANCE, STATE_GRACE } from '../limits.ts'

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

/**
 * The first second in which a settled market can be closed, or one without stakes cancelled: from then on its nonce
 * cannot be reused.
 */
export function closableAt({ nonce }: Pick<MarketOf<unknown>, 'nonce'>): bigint {
  return nonce / 1_000n + BigInt(NONCE_TOLERANCE) + 1n
}
