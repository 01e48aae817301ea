// Decides which steps of a market are due, and when to look at it next.

import type { Fetched, Market } from '@prediction-market/sdk'
import type { FeeAmounts } from '@prediction-market/sdk/accounts'
import { canBeEarly } from '@prediction-market/sdk/condition'
import * as rules from '@prediction-market/sdk/rules'
import { least } from '../runtime/bigint.ts'
import { awaitedSecond } from './proofs/proof.ts'

/**
 * A step of the keeper.
 *
 * - `proveEarly`: decide the market by an observation from before its expiry
 * - `record`: record the price that a change begins with, or a complete bonding curve; decides too if the price at the
 *   expiry, or the pool, is there by then
 * - `prove`: decide the market by the observation at its expiry, or record it; an earlier observation goes first
 * - `resolveNo`: decide No by the recorded observation, since the proof window has passed
 * - `void`: void the market, since nobody decided it in time
 * - `collect`: collect the fees
 * - `settle`: pay the positions
 * - `close`: close the market
 */
export type Step = 'proveEarly' | 'record' | 'prove' | 'resolveNo' | 'void' | 'collect' | 'settle' | 'close'

export const PROVING: ReadonlySet<Step> = new Set(['proveEarly', 'record', 'prove'])

export interface DueInput {
  /** The chain's time, in unix seconds. */
  now: bigint
  /** Seconds that a market without debts is kept. */
  retention: bigint
  /** Whether an observation from before the expiry may decide a market now. */
  hasEarly: (market: Fetched<Market>, now: bigint) => boolean
  /** Whether that observation is a complete bonding curve without its pool, which is only recorded. */
  hasOnlyCurve: (market: Fetched<Market>, now: bigint) => boolean
  /**
   * Whether the observation that a market waits for may be public: the one at expiry, or the first price of a change.
   * It may be before the chain's clock reaches that second.
   */
  isOut: (market: Fetched<Market>, now: bigint) => boolean
}

/** The steps that are due for a market now; none for most. */
export function dueSteps(market: Fetched<Market>, input: DueInput): Step[] {
  if (market.status === 'open') return decisionSteps(market, input)
  const { now, retention } = input
  const steps: Step[] = []
  if (hasFeesDue(market)) steps.push('collect')
  if (market.openPositions > 0) steps.push('settle')
  if (steps.length > 0) return steps
  const isKept = now < (market.resolvedAt ?? 0n) + retention
  return isKept || now < rules.closableAt(market) ? [] : ['close']
}

/**
 * The next second at which steps may come due by the chain's clock alone; `null` if there is none.
 *
 * @param now - the chain's time, in unix seconds
 */
export function nextMoment(market: Market, now: bigint, retention: bigint): bigint | null {
  const moments =
    market.status === 'open'
      ? [awaitedSecond(market), market.expireAt, rules.proofDeadline(market), rules.voidAt(market)]
      : [(market.resolvedAt ?? 0n) + retention, rules.closableAt(market)]
  const ahead = moments.filter((moment) => moment > now)
  return ahead.length > 0 ? ahead.reduce(least) : null
}

/** Whether a share of the fees is still to be collected. */
export function hasFeesDue({ feesDue }: { feesDue: FeeAmounts }): boolean {
  return feesDue.burn > 0n || feesDue.developer > 0n
}

/** The steps of a change, which both of its prices decide. */
function changeSteps(market: Fetched<Market>, { now, isOut }: DueInput): Step[] {
  if (now >= rules.voidAt(market)) return ['void']
  if (!isOut(market, now)) return []
  return rules.recordedPrice(market) ? ['prove'] : ['record']
}

function decisionSteps(market: Fetched<Market>, input: DueInput): Step[] {
  if ('referenceAt' in market.condition) return changeSteps(market, input)
  const { now, hasEarly, hasOnlyCurve, isOut } = input
  // The observation at expiry counts whether the condition was met or not. Later, the state of an account proves what
  // it was at expiry only if the market knows the other bound of its supply.
  const isSure = market.reference !== null
  const atExpiry: rules.Shown = { at: market.expireAt, previous: null, reading: 'notMet', isSure }
  const { kind } = rules.decide(market, atExpiry, now)
  if (kind === 'resolveRecorded') return ['resolveNo']
  if (now >= rules.voidAt(market)) return ['void']
  if (kind !== 'refuse' && isOut(market, now)) return ['prove']
  const isInTime = canBeEarly(market.condition) && now < rules.proofDeadline(market)
  if (!isInTime || !hasEarly(market, now)) return []
  return [hasOnlyCurve(market, now) ? 'record' : 'proveEarly']
}
