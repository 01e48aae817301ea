// Questions that compare a price with itself at two moments.

import type { ChangeCondition } from '../core/condition/kinds/index.ts'
import { formatMoment } from '../core/condition/time.ts'
import { type Clock, DAY, type Span } from './calendar.ts'
import { type ChangeClaim, type ChangeSaid, readChangeWords } from './change-claim.ts'
import type { Cursor } from './cursor.ts'
import { measurePrice } from './measure.ts'
import * as times from './moments.ts'
import { isRise } from './phrasing.ts'
import { requireUnambiguous } from './plausible.ts'
import { OtherTime, refuse } from './refusal.ts'
import { LATE_OPENERS, OPENERS, OPINIONS } from './statement.ts'
import { readSubject, type Subject } from './subject.ts'

/** A question about a change, completely read. */
export interface ChangeStatement {
  subject: Subject
  said: ChangeSaid
}

/**
 * Reads a question that compares a price with itself: `Will SOL be higher at 12:10 than at 12:05 UTC?`
 *
 * @returns `undefined` if it is not such a question
 */
export function readChange(cursor: Cursor, tokenAddress: string | null, clock: Clock) {
  return cursor.attempt(() => {
    cursor.phrase(OPINIONS)
    cursor.longest(OPENERS)
    const subject = readSubject(cursor, tokenAddress)
    if (!subject?.entity || subject.entity.kind === 'name') return undefined
    cursor.phrase(LATE_OPENERS)
    const isNegated = cursor.phrase('not|never|fail to')
    const said = readChangeWords(cursor, clock)
    if (!said || !cursor.isAtEnd) return undefined
    if (isNegated) refuse('the question asks for the opposite', 'ask what must happen, and bet on No')
    return { subject, said }
  })
}

/** What a question compares with itself: the price of an asset. */
export function measureChange({ subject }: ChangeStatement, tokenAddress: string | null) {
  if (subject.entity?.kind === 'asset') requireUnambiguous(subject.entity, {})
  return measurePrice(subject, tokenAddress)
}

/**
 * Turns a question about a change into its condition.
 *
 * @throws Refusal if it does not name two moments that a market can have
 */
export function deriveChange(
  { subject, said }: ChangeStatement,
  feed: string,
  clock: Clock,
): ChangeCondition {
  const { claim } = said
  const symbol = subject.entity?.kind === 'asset' ? subject.entity.feed.symbol : 'this token'
  const ask = (moments: times.Moments) =>
    `"Will ${symbol} be ${wordsOf(claim)} ${times.phraseMoments(moments)}?"`
  const moments = said.pair && times.resolveMoments(said.pair, clock, said)
  if (!moments) return refuseOpen(said, clock, ask)
  const [from, to] = [moments.from, moments.to].map((moment) => formatMoment(new Date(moment)))
  if (moments.from >= moments.to) {
    refuse(`${to} is not after ${from}`, 'name the dates of both')
  }
  const { now, expireAt } = clock
  if (moments.from <= now.getTime()) {
    const rest = times.restUntil(now.getTime(), moments.to)
    const instead = rest ? `ask ${ask(rest)}` : 'name a time to come'
    refuse(`${from} is over, but bets end before the first price`, instead)
  }
  if (moments.to !== expireAt.getTime()) {
    throw new OtherTime(`the question means ${to}`, new Date(moments.to), clock, 'change one of them')
  }
  if (said.isEither) refuse('the question does not say in which direction', `ask ${ask(moments)}`)
  if (said.isBrief) refuse('the question leaves open whether any time between counts', `ask ${ask(moments)}`)
  return { type: 'change', feed, referenceAt: BigInt(moments.from / 1_000), ...claim, timing: 'atExpiry' }
}

/** Refuses a question that does not name two moments, and proposes those that it may mean. */
function refuseOpen(said: ChangeSaid, clock: Clock, ask: (moments: times.Moments) => string): never {
  const { pair, length, words } = said
  const now = clock.now.getTime()
  if (length !== undefined) {
    refuse(
      `"${words}" begins now, but bets end before the first price`,
      `ask ${ask(times.nextStretch(now, length))}`,
    )
  }
  if (pair) {
    const meant = betweenDays(pair[0].day, pair[1].day, now).map(ask).join(' or ')
    const instead = meant === '' ? times.BOTH_IN_UTC : `ask ${meant}`
    refuse(`"${pair[0].words}" and "${pair[1].words}" are not two moments`, instead)
  }
  const problem = `"${words}" does not name two future times, but bets end before the first price`
  return refuse(problem, `ask ${ask(spanOf(said, clock))}`)
}

/** The moments that one time can mean: start and end of a coming day or period, or the rest of a current one. */
function spanOf({ alone, span }: ChangeSaid, clock: Clock): times.Moments {
  const now = clock.now.getTime()
  const moment = alone?.time && times.resolveMoments([alone, alone], clock, { isRange: false, closes: false })
  const end = moment?.to ?? span?.end ?? now
  const isWhole = !moment && span && !alone?.isBy && span.start > now
  return (isWhole ? { from: span.start, to: end } : times.restUntil(now, end)) ?? times.nextStretch(now, DAY)
}

/** The moments that two days can mean: from the start or end of one to the start or end of the other. */
function betweenDays(from: Span | undefined, to: Span | undefined, now: number): times.Moments[] {
  if (!from || !to || from.or || to.or) return []
  const moments = [
    { from: from.start, to: to.end },
    { from: from.start, to: to.start },
    { from: from.end, to: to.end },
  ]
  return moments.filter((one) => one.from > now && one.from < one.to)
}

/** `higher`, `at least 5% lower`. */
function wordsOf({ comparison, bps }: ChangeClaim): string {
  const isUp = isRise(comparison)
  const isStrict = comparison === 'above' || comparison === 'below'
  if (bps === 0) return isStrict ? (isUp ? 'higher' : 'lower') : isUp ? 'no lower' : 'no higher'
  return `${isStrict ? 'more than' : 'at least'} ${Math.abs(bps) / 100}% ${isUp ? 'higher' : 'lower'}`
}
