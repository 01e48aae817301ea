import { rent } from '../chain/runtime.ts'
import type { Market, Metric, Terms } from '../model/types.ts'
import { SPACE, type World } from '../model/world.ts'
import { paymentReasons, watchReasons } from './bet.ts'
import { type CreateStep, isAttested, isFact, isState, shortestPeriod } from './create-step.ts'
import { canPay } from './step.ts'

/** The latest second at which betting may end. */
export function latestClose(metric: Metric, createdAt: number, expireAt: number): number {
  if (isState(metric)) return expireAt
  return expireAt - Math.min(10, Math.max(1, Math.floor((expireAt - createdAt) / 64)))
}

export function termsOf(world: World, metric: Metric, duration: number): Terms {
  const { settings } = world
  const shortest = shortestPeriod(settings, metric)
  const longest = isAttested(metric) ? 3_600 : 300
  return {
    receiver: settings.receiver,
    proofWindow: settings.proofWindow,
    voidDelay: settings.voidDelay,
    period: Math.max(shortest, Math.min(longest, Math.floor(duration / 64))),
    burnBps: settings.burnBps,
    developerBps: settings.developerBps,
    confidenceBps: settings.confidenceBps,
    attestorSet: world.currentSet(),
  }
}

function conditionReasons({ condition, token }: CreateStep, world: World): string[] {
  const { metric, exponent, comparison, mantissa } = condition
  const reasons: string[] = []
  if (token === null && metric !== 'price' && metric !== 'event') reasons.push('TokenRequired')
  if (exponent < -30 || exponent > 30) reasons.push('ConditionInvalid')
  if (isFact(metric) && !(comparison === 1 && mantissa === 1n && exponent === 0))
    reasons.push('ConditionInvalid')
  if (isAttested(metric) && world.sets.length === 0) reasons.push('NoAttestorSet')
  return reasons
}

function timeReasons(step: CreateStep, world: World): string[] {
  const { now, settings } = world
  const { expireAt, condition } = step
  if (expireAt <= now) return ['CloseTimeInvalid']
  const reasons: string[] = []
  const latest = latestClose(condition.metric, now, expireAt)
  const closeAt = step.closeAt === 0 ? latest : step.closeAt
  if (closeAt <= now || closeAt > latest) reasons.push('CloseTimeInvalid')
  const duration = expireAt - now
  if (duration > settings.maxDuration) reasons.push('DurationTooLong')
  const canBeEarly = condition.timing === 'byExpiry' || condition.metric === 'event'
  if (canBeEarly && duration < 3 * termsOf(world, condition.metric, duration).period)
    reasons.push('DurationTooShort')
  return reasons
}

/** Why the supply of the token cannot be part of a condition. */
function supplyReasons(step: CreateStep, world: World): string[] {
  const { metric } = step.condition
  const subject = step.token === null ? undefined : world.subjects[step.token]
  if (metric !== 'supply' && metric !== 'marketCap') return []
  if (step.shown === 'none') return ['EvidenceMissing']
  if (step.shown === 'wrong' || !subject?.isMint) return ['TokenMintInvalid']
  return subject.canClose || (metric === 'marketCap' && subject.hasAuthority) ? ['UnreliableSupply'] : []
}

/** All reasons to refuse a new market. */
export function reasonsOf(step: CreateStep, world: World, market: Market): string[] {
  const { settings, now } = world
  const reasons = [
    ...conditionReasons(step, world),
    ...timeReasons(step, world),
    ...supplyReasons(step, world),
    ...watchReasons(world, step.condition, step.token, step.shown),
  ]
  if (settings.paused) reasons.push('Paused')
  if (step.surprise !== null) reasons.push('TermsChanged')
  if (step.questionBytes < 1 || step.questionBytes > 280) reasons.push('QuestionLength')
  if (Math.abs(Number(step.nonce / 1_000n) - now) > 300) reasons.push('NonceOutOfRange')
  if (world.marketAt.has(market.address)) reasons.push('AccountExists')
  const rents = rent(SPACE.market) + rent(61 + step.questionBytes) + rent(step.isSol ? 0 : SPACE.tokens)
  if (!canPay(world, step.creator, rents)) reasons.push('funds')
  if (step.stake) {
    const { amount } = step.stake
    if (amount < (step.isSol ? settings.minimumSol : settings.minimumUtility)) reasons.push('StakeTooSmall')
    if (amount > 2n ** 63n) reasons.push('ArithmeticOverflow')
    reasons.push(...paymentReasons(world, market, step.creator, amount, rents))
  }
  return reasons
}
