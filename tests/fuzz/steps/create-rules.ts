import { WRAPPED_SOL, WRAPPED_SOL_2022 } from '../chain/address.ts'
import type { Extension } from '../chain/data.ts'
import { rent } from '../chain/runtime.ts'
import type { Condition, Market, Terms } from '../model/types.ts'
import { SPACE, type World } from '../model/world.ts'
import { pauseReasons, paymentReasons, watchReasons } from './bet.ts'
import {
  type CreateStep,
  canBeEarly,
  hasFeed,
  isAttested,
  isFact,
  isState,
  isUpOrDown,
  needsToken,
  shortestPeriod,
} from './create-step.ts'
import { canPay } from './step.ts'

/** The latest second at which betting may end. */
export function latestClose(condition: Condition, terms: Terms, expireAt: number): number {
  if (canBeEarly(condition)) return expireAt - 4 * terms.period
  return (condition.metric === 'change' ? condition.referenceAt : expireAt) - terms.closeMargin
}

export function termsOf(
  world: World,
  {
    condition,
    expireAt,
    decideReward,
    rewardStake,
    maxRatio,
  }: Pick<CreateStep, 'condition' | 'expireAt' | 'decideReward' | 'rewardStake' | 'maxRatio'>,
): Terms {
  const { settings, now } = world
  const { metric } = condition
  const duration = Math.max(0, expireAt - now)
  const shortest = shortestPeriod(settings, metric)
  const longest = isAttested(metric) ? 3_600 : 300
  return {
    receiver: settings.receiver,
    decideReward,
    settleReward: settings.settleReward,
    rewardStake,
    proofWindow: settings.proofWindow,
    voidDelay: hasFeed(condition) ? settings.feedVoidDelay : settings.voidDelay,
    period: Math.max(shortest, Math.min(longest, Math.floor(duration / 64))),
    closeMargin: settings.closeMargin,
    burnBps: settings.burnBps,
    developerBps: settings.developerBps,
    confidenceBps: settings.confidenceBps,
    attestorSet: world.currentSet(),
    maxRatio,
  }
}

function conditionReasons({ condition, token }: CreateStep, world: World): string[] {
  const { metric, exponent, comparison, mantissa } = condition
  const reasons: string[] = []
  if (token === null && needsToken(metric)) reasons.push('TokenRequired')
  if (exponent < -30 || exponent > 30) reasons.push('ConditionInvalid')
  if (isFact(metric) && !(comparison === 1 && mantissa === 1n && exponent === 0))
    reasons.push('ConditionInvalid')
  const isFactor = exponent === -4 && mantissa >= 1n && mantissa <= 1_010_000n
  if (metric === 'change' && !(isFactor && condition.timing === 'atExpiry')) reasons.push('ConditionInvalid')
  if (isState(metric) && condition.timing === 'atExpiry') reasons.push('ConditionInvalid')
  if (isAttested(metric) && world.sets.length === 0) reasons.push('NoAttestorSet')
  return reasons
}

function timeReasons(step: CreateStep, world: World): string[] {
  const { now, settings } = world
  const { expireAt, condition } = step
  const terms = termsOf(world, step)
  const latest = latestClose(condition, terms, expireAt)
  const isTooShort = canBeEarly(condition) ? expireAt < now + 16 * terms.period : latest <= now
  // A duration that is too short is reported as that, whatever the end of betting.
  const reasons = isTooShort ? ['DurationTooShort'] : []
  const isMeasured = expireAt - condition.referenceAt >= 6 * terms.closeMargin
  if (condition.metric === 'change' && !isMeasured) reasons.push('ConditionInvalid')
  if (expireAt - now > settings.maxDuration) reasons.push('DurationTooLong')
  const closeAt = step.closeAt === 0 ? latest : step.closeAt
  if (!isTooShort && (closeAt <= now || closeAt > latest)) reasons.push('CloseTimeInvalid')
  return reasons
}

const HARMLESS: readonly (Extension | null)[] = [
  null,
  'noCloseAuthority',
  'noPermanentDelegate',
  'metadataPointer',
]

/** Why the token's mint cannot be part of a condition. */
function mintReasons(step: CreateStep, world: World): string[] {
  const { metric } = step.condition
  const subject = step.token === null ? undefined : world.subjects[step.token]
  if (metric !== 'supply' && metric !== 'marketCap' && metric !== 'holders') return []
  if (step.shown === 'none' || !subject) return ['EvidenceMissing']
  if (step.shown === 'wrong' || !subject.isMint) return ['TokenMintInvalid']
  if (metric === 'holders') return []
  const isWrapped = subject.mint === WRAPPED_SOL || subject.mint === WRAPPED_SOL_2022
  const isReliable = !isWrapped && subject.supply > 0n && HARMLESS.includes(subject.extension)
  const canGrow = metric === 'marketCap' && subject.hasAuthority
  return isReliable && !canGrow ? [] : ['UnreliableSupply']
}

/** All reasons to refuse a new market. */
export function reasonsOf(step: CreateStep, world: World, market: Market): string[] {
  const { settings, now } = world
  const reasons = [
    ...conditionReasons(step, world),
    ...timeReasons(step, world),
    ...mintReasons(step, world),
    ...watchReasons(world, step.condition, step.token, step.shown),
  ]
  if (settings.paused) reasons.push('Paused')
  else if (step.stake) reasons.push(...pauseReasons(world))
  if (step.surprise !== null) reasons.push('TermsChanged')
  if (step.questionBytes < 1 || step.questionBytes > 280) reasons.push('QuestionLength')
  if (Math.abs(Number(step.nonce / 1_000n) - now) > 300) reasons.push('NonceOutOfRange')
  if (world.marketAt.has(market.address)) reasons.push('AccountExists')
  if (step.otherBump !== null) reasons.push('seeds')
  if (step.decideReward > 1_000_000_000n) reasons.push('DecideRewardTooHigh')
  if ((step.rewardStake === 0n) !== step.isSol) reasons.push('RewardStakeInvalid')
  const isRatio = isUpOrDown(step.condition) && step.maxRatio >= 100 && step.maxRatio <= 10_000
  if (step.maxRatio !== 0 && !isRatio) reasons.push('MaxRatioInvalid')
  const rents = rent(SPACE.market) + rent(61 + step.questionBytes) + rent(step.isSol ? 0 : SPACE.tokens)
  const deposit = rents + step.decideReward + 2n * settings.settleReward
  if (!canPay(world, step.creator, deposit)) reasons.push('funds')
  if (step.stake) {
    const { amount } = step.stake
    if (amount < (step.isSol ? settings.minimumSol : settings.minimumUtility)) reasons.push('StakeTooSmall')
    if (amount > 2n ** 63n) reasons.push('ArithmeticOverflow')
    reasons.push(...paymentReasons(world, market, step.creator, amount, deposit))
  }
  return reasons
}
