import type { Market } from '../accounts/decode.ts'
import type { Observation } from '../values.ts'
import { meets } from './compare.ts'
import { isDated, proofDeadline } from './dates.ts'

/**
 * Whether the program would decide a market by an observation, as long as it cannot be voided.
 *
 * - `atExpiry`: one from the proof window decides, whether it meets the condition or not.
 * - `byExpiry`: one that meets the condition decides Yes; if it is dated, it must be from before the expiry. From the
 *   expiry on, the state of an account decides No too.
 */
export function wouldDecide(
  market: Pick<Market, 'condition' | 'createdAt' | 'expireAt' | 'terms'>,
  observation: Observation,
): boolean {
  const { condition, createdAt, expireAt } = market
  const { observedAt } = observation
  if (condition.timing === 'atExpiry') return expireAt <= observedAt && observedAt <= proofDeadline(market)
  if (!isDated(market)) return expireAt <= observedAt || meets(condition, observation)
  return createdAt < observedAt && observedAt <= expireAt && meets(condition, observation)
}
