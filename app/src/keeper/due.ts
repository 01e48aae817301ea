import { closableAt, type Fetched, isDated, type Market, proofDeadline, voidAt } from '@prediction-market/sdk'

/**
 * A step of the keeper.
 *
 * - `prove`: decide the market by a proof
 * - `resolveNo`: decide No, since the proof window of a `byExpiry` condition has passed without a proof
 * - `void`: void the market, since nobody decided it in time
 * - `collect`: collect the fees
 * - `settle`: pay the positions
 * - `close`: close the market
 */
export type Step = 'prove' | 'resolveNo' | 'void' | 'collect' | 'settle' | 'close'

/** What the steps depend on besides the market. */
export interface DueInput {
  /** The chain's time, in unix seconds. */
  now: bigint
  /** Seconds that a market without debts is kept. */
  retention: bigint
  /** Whether a `byExpiry` condition may hold already. */
  holds: (market: Fetched<Market>) => boolean
}

/** The steps that are due for a market now; none for most. */
export function dueSteps(market: Fetched<Market>, { now, retention, holds }: DueInput): Step[] {
  if (market.status === 'open') {
    if (now >= voidAt(market)) return ['void']
    const isByExpiry = market.condition.timing === 'byExpiry'
    if (isByExpiry && isDated(market) && now >= proofDeadline(market)) return ['resolveNo']
    return now >= market.expireAt || (isByExpiry && holds(market)) ? ['prove'] : []
  }
  const steps: Step[] = []
  if (!market.feesCollected) steps.push('collect')
  if (market.openPositions > 0) steps.push('settle')
  if (steps.length > 0) return steps
  const isKept = now < (market.resolvedAt ?? 0n) + retention
  return isKept || now < closableAt(market) ? [] : ['close']
}
