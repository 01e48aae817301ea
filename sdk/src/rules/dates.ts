import type { Market } from '../accounts/decode.ts'
import { isDated } from '../condition/kinds/index.ts'
import type { Condition } from '../condition/types.ts'
import { CLOSE_MARGIN_PART, MAX_CLOSE_MARGIN, MIN_STATE_GRACE, NONCE_TOLERANCE } from '../limits.ts'

/** What the dates of a decision follow from. A `Market` has it all. */
export interface Expiry {
  /** Unix second. */
  expireAt: bigint
  /** Seconds. */
  terms: { proofWindow: number; voidDelay: number }
}

/** The second from which an undecided market can only be voided. */
export function voidAt({ expireAt, terms }: Expiry): bigint {
  return expireAt + BigInt(terms.voidDelay)
}

/** The end of the proof window. From this second no early observation counts, and a recorded "not met" decides No. */
export function proofDeadline({ expireAt, terms }: Expiry): bigint {
  return expireAt + BigInt(terms.proofWindow)
}

/** The last second in which the state of an account counts as its state at expiry; market caps read a supply, too. */
export function stateDeadline({ expireAt, terms }: Expiry): bigint {
  return expireAt + BigInt(Math.max(Math.floor(terms.proofWindow / 10), MIN_STATE_GRACE))
}

/**
 * The second from which a market can be decided whatever the answer is. The observation at expiry can be shown
 * from `expireAt` on; a "not met" of a dated `byExpiry` condition is recorded until this second.
 */
export function decisionDue(market: Expiry & { condition: Pick<Condition, 'type' | 'timing'> }): bigint {
  const hasToWait = market.condition.timing === 'byExpiry' && isDated(market.condition)
  return hasToWait ? proofDeadline(market) : market.expireAt
}

/**
 * The latest second at which betting can end. A dated observation may be public while the chain's clock is still
 * behind, so betting ends 1 to 10 seconds before the expiry; the state of an account is read on chain.
 */
export function latestClose(condition: Pick<Condition, 'type'>, createdAt: bigint, expireAt: bigint): bigint {
  if (!isDated(condition)) return expireAt
  const part = Number(expireAt - createdAt) / CLOSE_MARGIN_PART
  return expireAt - BigInt(Math.floor(Math.min(Math.max(part, 1), MAX_CLOSE_MARGIN)))
}

/** Whether a market takes bets at a second of the chain's clock. Watched accounts can end betting earlier. */
export function acceptsBets(
  { status, observation, closeAt }: Pick<Market, 'status' | 'observation' | 'closeAt'>,
  now: bigint,
): boolean {
  return status === 'open' && observation === null && now < closeAt
}

/**
 * The first second in which a market without debts can be closed, or one without stakes cancelled: its nonce can
 * no longer be used again.
 */
export function closableAt({ nonce }: Pick<Market, 'nonce'>): bigint {
  return nonce / 1_000n + BigInt(NONCE_TOLERANCE) + 1n
}
