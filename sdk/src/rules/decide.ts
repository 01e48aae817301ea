import type { Market } from '../accounts/decode.ts'
import type { Observation } from '../values.ts'
import { meets } from './compare.ts'
import { isDated, proofDeadline } from './dates.ts'

/**
 * Whether the program would decide a market by an observation, before it can be voided. An `atExpiry` condition
 * takes one from its proof window; a `byExpiry` condition takes one that meets it, dated before the expiry.
 */
export function wouldDecide(
  market: Pick<Market, 'condition' | 'createdAt' | 'expireAt' | 'terms'>,
  observation: Observation,
): boolean {
  const { condition, createdAt, expireAt } = market
  const { observedAt } = observation
  if (condition.timing === 'atExpiry') return expireAt <= observedAt && observedAt <= proofDeadline(market)
  const isInTime = !isDated(market) || (createdAt < observedAt && observedAt <= expireAt)
  return isInTime && meets(condition, observation)
}
