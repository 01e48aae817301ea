import type { Market } from '../accounts/decode.ts'
import { NONCE_TOLERANCE } from '../limits.ts'

/** Whether observations of a condition have a date, as prices and attestations do. The state of an account has none. */
export function isDated({ condition }: Pick<Market, 'condition'>): boolean {
  return condition.type !== 'supply' && condition.type !== 'migration'
}

/** The second from which an undecided market can only be voided. */
export function voidAt({ expireAt, terms }: Pick<Market, 'expireAt' | 'terms'>): bigint {
  return expireAt + BigInt(terms.voidDelay)
}

/** The end of the proof window. From this second a `byExpiry` condition on dated observations is decided No. */
export function proofDeadline({ expireAt, terms }: Pick<Market, 'expireAt' | 'terms'>): bigint {
  return expireAt + BigInt(terms.proofWindow)
}

/** The second from which a market can be decided whatever the answer is. */
export function decisionDue(market: Pick<Market, 'condition' | 'expireAt' | 'terms'>): bigint {
  const hasToWait = market.condition.timing === 'byExpiry' && isDated(market)
  return hasToWait ? proofDeadline(market) : market.expireAt
}

/** The first second in which a market without debts can be closed: its nonce can no longer be used again. */
export function closableAt({ nonce }: Pick<Market, 'nonce'>): bigint {
  return nonce / 1_000n + BigInt(NONCE_TOLERANCE) + 1n
}
