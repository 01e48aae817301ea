import type { Fetched, Market } from '@prediction-market/sdk'

/**
 * What can be done for a market.
 *
 * - `prove`: decide it by a proof
 * - `concede`: decide No, since the proof window of a condition by expiry has passed in silence
 * - `void`: give every stake back, since nobody decided it in time
 * - `collect`: take the fees
 * - `settle`: pay the positions
 * - `close`: clear it away
 */
export type Step = 'prove' | 'concede' | 'void' | 'collect' | 'settle' | 'close'

/** A closed market's nonce must be unusable: the program asks for this many seconds. */
const NONCE_TOLERANCE = 300n

/** What else decides what is due. */
export interface DueInput {
  /** The chain's time, in unix seconds. */
  now: bigint
  /** Seconds that a market without debts is kept. */
  retention: bigint
  /** Whether a condition by expiry may hold already. */
  holds: (market: Fetched<Market>) => boolean
}

/** Whether a condition is proven by something with a date, as prices and attestations are; accounts have none. */
export function isDated({ condition }: Pick<Market, 'condition'>): boolean {
  return condition.type !== 'supply' && condition.type !== 'migration'
}

/** From this second on an undecided market can only be voided. */
export function voidAt({ expireAt, terms }: Pick<Market, 'expireAt' | 'terms'>): bigint {
  return expireAt + BigInt(terms.voidDelay)
}

/** From this second on, silence means No where a condition by expiry has dated proofs. */
export function proofDeadline({ expireAt, terms }: Pick<Market, 'expireAt' | 'terms'>): bigint {
  return expireAt + BigInt(terms.proofWindow)
}

/** From this second on it is overdue that a market is decided. */
export function decisionDue(market: Market): bigint {
  const waits = market.condition.timing === 'byExpiry' && isDated(market)
  return waits ? proofDeadline(market) : market.expireAt
}

/** What there is to do for a market now: nothing for most. */
export function dueSteps(market: Fetched<Market>, { now, retention, holds }: DueInput): Step[] {
  if (market.status === 'open') {
    if (now >= voidAt(market)) return ['void']
    const isByExpiry = market.condition.timing === 'byExpiry'
    if (isByExpiry && isDated(market) && now >= proofDeadline(market)) return ['concede']
    return now >= market.expireAt || (isByExpiry && holds(market)) ? ['prove'] : []
  }
  const steps: Step[] = []
  if (!market.feesCollected) steps.push('collect')
  if (market.openPositions > 0) steps.push('settle')
  if (steps.length > 0) return steps
  const isKept = now < (market.resolvedAt ?? 0n) + retention
  const isYoung = now <= market.nonce / 1_000n + NONCE_TOLERANCE
  return isKept || isYoung ? [] : ['close']
}
