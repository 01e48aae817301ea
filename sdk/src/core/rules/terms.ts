// The terms and times of a new market, from the settings and its condition.

import * as limits from '../../idl/limits.ts'
import { canBeEarly, isAttested, measures } from '../condition/kinds/index.ts'
import type { Condition } from '../condition/types.ts'
import { CURRENCIES, currencyOf } from '../currency.ts'
import type { AnyKey, ExpectedTermsOf, SettingsOf } from '../shapes.ts'
import { BASIS_POINTS } from './odds.ts'

/** The fields of a condition that the times of a market depend on; a `Condition` has them. */
type TimedCondition = Pick<Condition, 'type' | 'timing'> & { referenceAt?: bigint | undefined }

type ShortestPeriods = Pick<SettingsOf<unknown>, 'shortestPeriod' | 'shortestAttestedPeriod'>

/**
 * The length of a betting period in seconds: a 64th of the market's duration, within the shortest and longest
 * length for this kind of condition.
 *
 * @param duration - seconds from creation to expiry
 */
export function periodLength(
  settings: ShortestPeriods,
  condition: Pick<Condition, 'type'>,
  duration: bigint,
): number {
  const longest = isAttested(condition) ? limits.LONGEST_ATTESTED_PERIOD : limits.LONGEST_PERIOD
  const share = Math.floor(Number(duration) / limits.PERIODS_PER_MARKET)
  return Math.max(Math.min(share, longest), shortestPeriod(settings, condition))
}

/**
 * The latest second at which betting can end. If a market can be decided early, that is four periods before its expiry,
 * so that every stake can win. Otherwise betting ends `closeMargin` before the observation (on a change, before its
 * reference price), which may be public while the chain's clock is behind.
 */
export function latestClose(
  settings: ShortestPeriods & Pick<SettingsOf<unknown>, 'closeMargin'>,
  condition: TimedCondition,
  createdAt: bigint,
  expireAt: bigint,
): bigint {
  if (canBeEarly(condition)) {
    return expireAt - BigInt(limits.CLOSE_PERIODS * periodLength(settings, condition, expireAt - createdAt))
  }
  return (condition.referenceAt ?? expireAt) - BigInt(settings.closeMargin)
}

/** The minimum seconds from the reference price of a change to its expiry. */
export function shortestChange({ closeMargin }: Pick<SettingsOf<unknown>, 'closeMargin'>): number {
  return limits.CHANGE_MARGINS * closeMargin
}

/** The minimum seconds from creation to expiry. */
export function shortestDuration(
  settings: ShortestPeriods & Pick<SettingsOf<unknown>, 'closeMargin'>,
  condition: TimedCondition,
): number {
  if (canBeEarly(condition)) return limits.MIN_PERIODS * shortestPeriod(settings, condition)
  const change = condition.referenceAt === undefined ? 0 : shortestChange(settings)
  return 1 + change + settings.closeMargin
}

/** Seconds after expiry from which an undecided market would be void: more for `byExpiry` prices. */
export function voidDelayOf(
  settings: Pick<SettingsOf<unknown>, 'voidDelay' | 'feedVoidDelay'>,
  condition: Pick<Condition, 'type' | 'timing'>,
): number {
  const isPriced = measures(condition, 'price')
  return isPriced && condition.timing === 'byExpiry' ? settings.feedVoidDelay : settings.voidDelay
}

/** What the light side earns at most for each unit if it wins, in hundredths: 6 % on average at even chances. */
const LIGHT_GAIN = 112.5

/**
 * The largest ratio that an up-or-down market should have at these fees, in hundredths: `ceil(112.5 / (1 − fees))`, which
 * is 125 at 5 % + 5 %. 0, which is none, for any other condition: only changes have basis points.
 */
export function proposeMaxRatio(
  condition: Pick<Condition, 'type'> & { bps?: number | undefined },
  { burnBps, developerBps }: Pick<SettingsOf<unknown>, 'burnBps' | 'developerBps'>,
): number {
  if (condition.bps !== 0) return 0
  return Math.ceil((LIGHT_GAIN * BASIS_POINTS) / (BASIS_POINTS - burnBps - developerBps))
}

/**
 * The terms that a new market would have now; pass them to `createMarket`, which refuses others.
 *
 * @param mint - the mint of the stakes; `null` for SOL
 */
export function expectedTerms<Key extends AnyKey>(
  // With the treasury apart, compilers infer the type of addresses whatever they have checked before.
  { settings, attestorSets }: { settings: SettingsOf<Key> & { treasury: Key }; attestorSets: number },
  condition: Pick<Condition, 'type' | 'timing'>,
  mint: Key | null,
): ExpectedTermsOf<Key> {
  return {
    treasury: settings.treasury,
    minimumStake: CURRENCIES[currencyOf({ mint })].minimumStake(settings),
    pythReceiver: settings.pythReceiver,
    proofWindow: settings.proofWindow,
    voidDelay: voidDelayOf(settings, condition),
    closeMargin: settings.closeMargin,
    settleReward: settings.settleReward,
    shortestPeriod: shortestPeriod(settings, condition),
    burnBps: settings.burnBps,
    developerBps: settings.developerBps,
    maxConfidenceBps: settings.maxConfidenceBps,
    attestorSet: Math.max(attestorSets - 1, 0),
  }
}

function shortestPeriod(settings: ShortestPeriods, condition: Pick<Condition, 'type'>): number {
  return isAttested(condition) ? settings.shortestAttestedPeriod : settings.shortestPeriod
}

/** The numbers of keys that an attestor set can have. */
export const ATTESTOR_SET_SIZES: readonly number[] = [4, 5, 7, 8]

/**
 * How many of an attestor set's keys must sign the same message: more than two thirds, so that one attestor who signs
 * both answers cannot complete two quorums, and fewer than all, so that one silent attestor cannot block a decision.
 */
export function quorumOf(keys: number): number {
  return Math.floor((2 * keys) / 3) + 1
}
