import { canBeEarlyNo, isDated, readsAccount } from '../condition/kinds/index.ts'
import type { Condition, Timing } from '../condition/types.ts'
import { EARLY_SUPPLY_SECONDS, MAX_PRICE_DELAY } from '../limits.ts'
import type { ProgramErrorName } from '../program.ts'
import type { Outcome, RecentStakes } from '../values.ts'
import { type Expiry, proofDeadline, stateDeadline, voidAt } from './dates.ts'
import { coversPeriod, periodOf } from './late.ts'

/** What the rules of decisions need to know of a market. An open `Market` has it all. */
export interface Rules extends Expiry {
  condition: { type: Condition['type']; timing: Timing }
  /** Times are unix seconds. */
  createdAt: bigint
  closeAt: bigint
  /** A "not met" at expiry that has been recorded; `null` if there is none. */
  observation: object | null
}

/** The same, and the stakes that may be late. */
export interface UndecidedMarket extends Rules {
  terms: Rules['terms'] & { period: number }
  recent: RecentStakes
}

/** What the rules of decisions need to know of an observation. */
export interface Shown {
  /** The unix second observed: of a price its publication. Not looked at for the state of an account. */
  at: bigint
  /** Of a price: when the feed was published before that. `null` for everything else. */
  previous: bigint | null
  isMet: boolean
}

/**
 * The result of a call of `resolve_market`. `asOf` is the second that stakes are checked against for being late;
 * `null` if none can have been.
 */
export type Decision =
  | { kind: 'resolve'; outcome: Outcome; asOf: bigint | null }
  /** "Not met" at expiry is recorded: No follows at the end of the proof window. */
  | { kind: 'record'; asOf: bigint | null }
  /** The recorded observation decides No. */
  | { kind: 'resolveRecorded' }
  | { kind: 'refuse'; error: ProgramErrorName }

/**
 * Decides an open market by an observation, exactly as the program does (`decision.rs`). Whether late stakes can
 * still be told apart is not checked here; {@link wouldDecide} does.
 *
 * @param shown - `null` if nothing is shown
 * @param now - the chain's clock, in unix seconds
 */
export function decide(rules: Rules, shown: Shown | null, now: bigint): Decision {
  if (now >= voidAt(rules)) return refuse('DecisionTooLate')
  if (rules.observation !== null && now >= proofDeadline(rules)) return { kind: 'resolveRecorded' }
  if (shown === null) return refuse('EvidenceMissing')
  if (secondOf(rules, shown, now) < rules.expireAt) return decideEarly(rules, shown, now)
  return decideAtExpiry(rules, shown, now)
}

/**
 * Whether the program would take an observation now: decide the market by it, or record it.
 *
 * @param now - the chain's clock, in unix seconds
 */
export function wouldDecide(market: UndecidedMarket, shown: Shown, now: bigint): boolean {
  const decision = decide(market, shown, now)
  if (decision.kind !== 'resolve' && decision.kind !== 'record') return false
  return decision.asOf === null || coversPeriod(market.recent, periodOf(market, decision.asOf))
}

/** An observation from before the expiry. */
function decideEarly(rules: Rules, shown: Shown, now: bigint): Decision {
  const { condition, createdAt } = rules
  const isEither = canBeEarlyNo(condition)
  if (isDated(condition) && shown.at <= createdAt) return refuse('ObservationOutOfTime')
  if (!isEither && condition.timing !== 'byExpiry') return refuse('NotExpired')
  if (now >= proofDeadline(rules)) return refuse('ObservationOutOfTime')
  if (isDated(condition) && readsAccount(condition) && now > shown.at + BigInt(EARLY_SUPPLY_SECONDS)) {
    return refuse('ObservationOutOfTime')
  }
  if (!shown.isMet && !isEither) return refuse('NotDecidableYet')
  return { kind: 'resolve', outcome: shown.isMet ? 'Yes' : 'No', asOf: asOf(rules, shown, now) }
}

/** An observation from the expiry or later. */
function decideAtExpiry(rules: Rules, shown: Shown, now: bigint): Decision {
  const { condition } = rules
  if (!isTheOneAtExpiry(rules, shown)) return refuse('ObservationOutOfTime')
  // Only the first one counts, and it has been recorded.
  if (rules.observation !== null) return refuse('NotDecidableYet')
  if (readsAccount(condition) && now > stateDeadline(rules)) return refuse('ObservationOutOfTime')

  const isByExpiry = condition.timing === 'byExpiry'
  // The answer may have been out while bets were open: before the expiry, or because the chain's clock lags.
  const isNews = canBeEarlyNo(condition) || (isByExpiry && shown.isMet) || now < rules.closeAt
  const second = isNews ? asOf(rules, shown, now) : null
  const mustWait = isByExpiry && !shown.isMet && isDated(condition) && now < proofDeadline(rules)
  if (mustWait) return { kind: 'record', asOf: second }
  return { kind: 'resolve', outcome: shown.isMet ? 'Yes' : 'No', asOf: second }
}

/** Whether an observation from the expiry or later is the one that counts. */
function isTheOneAtExpiry({ condition, expireAt }: Rules, { at, previous }: Shown): boolean {
  if (previous !== null) return previous < expireAt && at <= expireAt + BigInt(MAX_PRICE_DELAY)
  return !isDated(condition) || at === expireAt
}

/** The second observed. */
function secondOf({ condition }: Rules, { at }: Shown, now: bigint): bigint {
  return isDated(condition) ? at : now
}

/**
 * The second that stakes are checked against. No bet was placed after the last second before `closeAt`, and the
 * chain's clock may be behind the observation's.
 */
function asOf(rules: Rules, shown: Shown, now: bigint): bigint {
  const seconds = [secondOf(rules, shown, now), now, rules.closeAt - 1n]
  return seconds.reduce((least, second) => (second < least ? second : least))
}

function refuse(error: ProgramErrorName): Decision {
  return { kind: 'refuse', error }
}
