// What a market is called, who decides it, and what the rules of late stakes (docs/program.md) mean for it, in words.

import type { ProofKind, Timing } from '@prediction-market/sdk/condition'
import { canBeEarly } from '@prediction-market/sdk/condition'
import type { Market } from '../model/types.ts'
import { t } from './language.ts'
import { sidesOf } from './sides.ts'
import { formatDay, formatDuration, formatSecond } from './times.ts'

/**
 * When a market ends, in a few words: `by Dec 18`.
 *
 * @param now - unix seconds
 */
export function describeEnd(timing: Timing, expireAt: string, now: number): string {
  const { by, at } = t().markets
  return (timing === 'byExpiry' ? by : at)(formatDay(expireAt, now))
}

/** When betting ends and when the market is decided. */
export function describeTiming(market: Market): string {
  const { early, atExpiry } = t().bet.rules
  return canBeEarly(market.condition) ? early : atExpiry
}

/** What makes a stake late in this market. */
export function describeLateness(market: Market): string {
  const { neverLate, lateness } = t().bet.rules
  return canBeEarly(market.condition) ? lateness(periodOf(market)) : neverLate
}

/** Why a stake came back from a decided market. */
export function describeRefund(market: Market): string {
  const { takenBack, unmatched, unproven, wasLate, noOpponent } = t().bet.rules
  if (market.status !== 'void') return market.maxRatio ? noOpponent : wasLate(periodOf(market))
  if (market.cancelled) return takenBack
  return market.answer ? unmatched(sidesOf(market.condition)[market.answer]) : unproven
}

/** An answer, and when it comes where that matters: `Yes before 2:00:38`, `Yes later`, `No`. */
export function describeAnswer(
  { before, isLater }: { before: number | null; isLater: boolean },
  side: string,
): string {
  if (before !== null) return t().bet.ticket.before(side, formatSecond(before))
  return isLater ? t().market.own.later(side) : side
}

function periodOf(market: Market): string {
  return formatDuration(Number(market.bettingPeriodSeconds))
}

/** How many attestors must sign the same, of how many. */
interface Attestors {
  threshold: string | number
  total: string | number
}

/** Who decides a market, in a word and in a sentence. */
export function describeDecider(
  proof: ProofKind,
  attestors: Attestors | null | undefined,
): { badge: string; about: string } {
  const { deciders } = t().bet
  if (proof !== 'attestors' || !attestors) return deciders[proof]
  const [threshold, total] = [String(attestors.threshold), String(attestors.total)]
  return { badge: deciders.quorum(threshold, total), about: deciders.quorumAbout(threshold, total) }
}

/** What is read of a market: its question, and the sentence that its condition means. */
interface Words {
  question: string
  questionAgrees: 'yes' | 'no' | 'unread'
}

/** What a market is called: its question, if that says what the condition says; otherwise the condition's sentence. */
export function titleOf({ question, questionAgrees }: Words, description: string): string {
  return questionAgrees === 'yes' ? question : description
}

/** What to say of a question that is not the title; `null` if it is. */
export function creatorsWords({ question, questionAgrees }: Words): string | null {
  if (questionAgrees === 'yes') return null
  const { contradicts, unchecked } = t().common.title
  return questionAgrees === 'no' ? contradicts(question) : unchecked(question)
}
