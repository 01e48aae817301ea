// Decides markets by observations, exactly as the program does.

import { EARLY_SUPPLY_SECONDS, MAX_PRICE_DELAY } from '../../idl/limits.ts'
import { canBeEarlyNo, isDated, measures, readsAccount } from '../condition/kinds/index.ts'
import type { Condition, Timing } from '../condition/types.ts'
import { least } from '../numbers.ts'
import type { ProgramErrorName } from '../program.ts'
import type { Outcome, RecentStakes } from '../shapes.ts'
import { type Expiry, proofDeadline, recordedPrice, stateDeadline, voidAt } from './dates.ts'
import { coversPeriod, periodOf } from './stakes.ts'

/** The fields of a market that the rules of decisions need; an open `Market` has them. */
export interface Rules extends Expiry {
  condition: { type: Condition['type']; timing: Timing; referenceAt?: bigint | undefined }
  /** Times are unix seconds. */
  createdAt: bigint
  closeAt: bigint
  /** A "not met" at expiry that has been recorded; `null` if there is none. */
  observation: object | null
  /** Of a migration the recorded bonding curve, of a change the recorded reference price; `null` without one. */
  reference: { observedAt: bigint } | null
}

/** The same, and the stakes that may be late. */
export interface UndecidedMarket extends Rules {
  terms: Rules['terms'] & { period: number }
  recent: RecentStakes
}

/**
 * The reading of an observation. `unreadable`: a price whose confidence interval is too wide, or that is not positive;
 * `complete`: a bonding curve that is complete and has no pool yet.
 */
export type ShownReading = 'met' | 'notMet' | 'unreadable' | 'complete'

/** An observation that is submitted to decide a market. */
export interface Shown {
  /** The unix second observed: of a price its publication. Ignored for the state of an account. */
  at: bigint
  /** Of a price: when the feed was published before that. `null` for everything else. */
  previous: bigint | null
  reading: ShownReading
  /** Whether the supply at creation and the current one give the same answer. */
  isSure: boolean
}

/** The result of `resolve_market`. Stakes are checked for being late as of `asOf`; `null` if none can be. */
export type Decision =
  | { kind: 'resolve'; outcome: Outcome; asOf: bigint | null }
  /** "Not met" at expiry is recorded: No follows at the end of the proof window. */
  | { kind: 'record'; asOf: bigint | null }
  /** A complete bonding curve is recorded: a Yes by its pool makes stakes late as of now. */
  | { kind: 'recordCurve' }
  /** The reference price of a change is recorded, which ends betting. */
  | { kind: 'recordReference' }
  /** The recorded observation decides No. */
  | { kind: 'resolveRecorded' }
  | { kind: 'refuse'; error: ProgramErrorName }

/** An attestation as input for the rules of decisions. */
export function showAttested(at: bigint, isMet: boolean): Shown {
  return { at, previous: null, reading: isMet ? 'met' : 'notMet', isSure: false }
}

/**
 * Decides an open market by an observation, exactly as the program's `decide` does. It does not check whether late
 * stakes are still recorded; {@link wouldDecide} does.
 *
 * @param shown - the submitted observation; `null` if there is none
 * @param now - the chain's clock, in unix seconds
 * @param reference - the reference price of a change, if it is submitted and was not recorded before
 */
export function decide(
  rules: Rules,
  shown: Shown | null,
  now: bigint,
  reference: Shown | null = null,
): Decision {
  if (rules.observation !== null && now >= proofDeadline(rules)) return { kind: 'resolveRecorded' }
  if (now >= voidAt(rules)) return refuse('DecisionTooLate')
  const { referenceAt } = rules.condition
  if (referenceAt !== undefined) return decideChange(rules, referenceAt, shown, now, reference)
  if (shown === null) return refuse('EvidenceMissing')
  if (secondOf(rules, shown, now) < rules.expireAt) return decideEarly(rules, shown, now)
  return decideAtExpiry(rules, shown, now)
}

/**
 * Whether the program would accept an observation now: decide the market by it, or record it.
 *
 * @param now - the chain's clock, in unix seconds
 * @param reference - the reference price of a change, as in {@link decide}
 */
export function wouldDecide(
  market: UndecidedMarket,
  shown: Shown | null,
  now: bigint,
  reference: Shown | null = null,
): boolean {
  const decision = decide(market, shown, now, reference)
  if (decision.kind === 'recordCurve' || decision.kind === 'recordReference') return true
  if (decision.kind !== 'resolve' && decision.kind !== 'record') return false
  return decision.asOf === null || coversPeriod(market.recent, periodOf(market, decision.asOf))
}

/** Compares a price at expiry with the reference price, which is recorded if it is submitted alone. */
function decideChange(
  rules: Rules,
  referenceAt: bigint,
  shown: Shown | null,
  now: bigint,
  reference: Shown | null,
): Decision {
  const recorded = recordedPrice(rules)
  if (!recorded) {
    if (reference === null) return refuse('EvidenceMissing')
    const error = priceError(reference, referenceAt)
    if (error) return refuse(error)
    if (shown === null) return { kind: 'recordReference' }
  }
  if (shown === null) return refuse('EvidenceMissing')
  const error = priceError(shown, rules.expireAt)
  if (error) return refuse(error)
  const published = recorded?.observedAt ?? reference?.at
  // Otherwise one update could serve as both prices.
  const isLater = shown.previous !== null && published !== undefined && shown.previous >= published
  if (!isLater) return refuse('ObservationOutOfTime')
  const outcome = shown.reading === 'met' ? 'Yes' : 'No'
  return { kind: 'resolve', outcome, asOf: now < rules.closeAt ? least(shown.at, now) : null }
}

/** The error of a price that does not count for a second; `null` if it does. */
function priceError({ at, previous, reading }: Shown, second: bigint): ProgramErrorName | null {
  const isTheOne = previous !== null && previous < second && second <= at
  if (!isTheOne || at > second + BigInt(MAX_PRICE_DELAY)) return 'ObservationOutOfTime'
  return reading === 'unreadable' ? 'PriceUncertain' : null
}

/** Decides by an observation from before the expiry. */
function decideEarly(rules: Rules, shown: Shown, now: bigint): Decision {
  const { condition, createdAt } = rules
  const curve = measures(condition, 'hasMigrated') ? rules.reference : null
  const isEither = canBeEarlyNo(condition)
  if (isDated(condition) && shown.at <= createdAt) return refuse('ObservationOutOfTime')
  if (!isEither && condition.timing !== 'byExpiry') return refuse('NotExpired')
  if (now >= proofDeadline(rules)) return refuse('ObservationOutOfTime')
  const isWithSupply = isDated(condition) && readsAccount(condition)
  if (isWithSupply && !shown.isSure && now > shown.at + BigInt(EARLY_SUPPLY_SECONDS)) {
    return refuse('ObservationOutOfTime')
  }
  if (shown.reading === 'unreadable') return refuse('PriceUncertain')
  if (shown.reading === 'complete' && curve === null) return { kind: 'recordCurve' }
  const isMet = shown.reading === 'met'
  if (!isMet && !isEither) return refuse('NotDecidableYet')
  const second = curve?.observedAt ?? secondOf(rules, shown, now)
  return { kind: 'resolve', outcome: isMet ? 'Yes' : 'No', asOf: least(second, now) }
}

/** Decides by an observation from the expiry or later. */
function decideAtExpiry(rules: Rules, shown: Shown, now: bigint): Decision {
  const { condition, closeAt } = rules
  if (!isTheOneAtExpiry(rules, shown)) return refuse('ObservationOutOfTime')
  // Only the first one counts, and it has been recorded.
  if (rules.observation !== null) return refuse('NotDecidableYet')
  const isByExpiry = condition.timing === 'byExpiry'
  const isRead = shown.reading !== 'unreadable' && !isPublishedLate(rules, shown)
  if (!isRead && !isByExpiry) return refuse('PriceUncertain')
  if (isRead && !isAsAtExpiry(rules, shown, now)) return refuse('ObservationOutOfTime')

  const isMet = isRead && shown.reading === 'met'
  // No stake is late, unless the chain's clock lags so far behind that bets are still open.
  const asOf = now < closeAt ? least(secondOf(rules, shown, now), now) : null
  const mustWait = isByExpiry && !isMet && isDated(condition) && now < proofDeadline(rules)
  if (mustWait) return { kind: 'record', asOf }
  return { kind: 'resolve', outcome: isMet ? 'Yes' : 'No', asOf }
}

/**
 * Whether an observation from the expiry or later is the one that counts. For `byExpiry` a much later price counts too:
 * it proves that nothing was published in between.
 */
function isTheOneAtExpiry(rules: Rules, { at, previous }: Shown): boolean {
  const { condition, createdAt, expireAt } = rules
  if (previous === null) return !isDated(condition) || at === expireAt
  if (previous >= expireAt) return false
  return condition.timing === 'byExpiry' ? previous > createdAt : !isPublishedLate(rules, { at, previous })
}

/** Whether a price was published too late to be the price at expiry. */
function isPublishedLate({ expireAt }: Rules, { at, previous }: Pick<Shown, 'at' | 'previous'>): boolean {
  return previous !== null && at > expireAt + BigInt(MAX_PRICE_DELAY)
}

/** Whether an account that is read now must have given the same answer at expiry. */
function isAsAtExpiry(rules: Rules, { reading, isSure }: Shown, now: bigint): boolean {
  const { condition } = rules
  if (!readsAccount(condition) || now <= stateDeadline(rules)) return true
  return measures(condition, 'hasMigrated') ? reading !== 'met' : isSure
}

/** The second observed. */
function secondOf({ condition }: Rules, { at }: Shown, now: bigint): bigint {
  return isDated(condition) ? at : now
}

function refuse(error: ProgramErrorName): Decision {
  return { kind: 'refuse', error }
}
