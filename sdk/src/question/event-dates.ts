// Finds every date in the words of an event, and compares it with the market's expiry.

import { formatMoment } from '../core/condition/time.ts'
import type { Timing } from '../core/condition/types.ts'
import {
  type Clock,
  dayAfter,
  HOLIDAYS,
  isEndOf,
  longDate,
  type Span,
  WEEKDAY_INDEX,
  weekOf,
} from './calendar.ts'
import { readTimeOfDay, requireTime, type TimeOfDay } from './clock.ts'
import type { Cursor } from './cursor.ts'
import { readDate } from './dates.ts'
import { readDuration } from './durations.ts'
import { readNextPeriod } from './periods.ts'
import { OtherTime, Refusal, refuse } from './refusal.ts'
import type { Timeframe } from './vocabulary.ts'
import { type FoundDate, readDatePhrase, readPreposition, refuseQuarter } from './when.ts'

/** Refuses words whose dates no single expiry fits. */
export class NoSingleDate extends Refusal {
  override name = 'NoSingleDate'
}

/** A date of an event and the moment that it ends. */
interface EventDate {
  words: string
  span: Span
  ends: readonly number[]
  isDay: boolean
}

/** Words before a date that make it no end: `after Friday`, `early 2027`. */
const NO_END =
  /\b(?:after|since|from|starting|between|early|late|mid|beginning of|start of|half of|part of)(?: in| on| the)*[\s-]*$/i

/** Times without an end that all agree on: `by summer`, `this decade`, `the '28 election`, `in 28?`. */
const VAGUE =
  /\b(?:by|before|until|till|in|during|this|next)(?: the| early| late| mid)* (?:spring|summer|autumn|fall|winter|season|decade|century|holidays|year 2[1-9]\d\d|2[1-9]\d\d|\d\d$)\b(?! (?:people|votes|points|goals))|['’]\d\d\b(?!['’])/i

/** Words before a number that make it an amount, not a year. */
const AMOUNT = /(?:\b(?:than|over|above|under|below|least|most|about|around|exactly|to)|[<>=#])\s*$/i

/** Names of days and months that are also other words. */
const OTHER_WORDS = /^(?:sun|sat|mon|wed|mar|march|may|jan)$/i

/**
 * Requires that every date in the words of an event is the market's expiry. A day, a month or a year means its end, and
 * counts only if no finer date that lies in it is named too.
 *
 * @param cursor - is at the beginning of the question
 * @param isRefused - whether the words that come next, which are no date, cannot be in an event
 * @returns `undefined` if there are such words
 * @throws OtherTime if the words name another time
 * @throws NoSingleDate if no single expiry fits all dates
 */
export function readEventDates(
  cursor: Cursor,
  clock: Clock,
  isRefused: (cursor: Cursor) => boolean,
): { timing: Timing } | undefined {
  const [vague] = VAGUE.exec(cursor.rest()) ?? []
  if (vague !== undefined) refuseSeveral([{ words: vague }], clock)
  const dates: EventDate[] = []
  const times: TimeOfDay[] = []
  let timeframe: Timeframe | undefined
  while (!cursor.isAtEnd) {
    const time = cursor.attempt(() => readEventTime(cursor))
    if (time) times.push(time)
    const said = time ? undefined : readDuration(cursor, clock)
    timeframe = said ?? timeframe
    const found = time || said ? undefined : cursor.attempt(() => readEventDate(cursor, clock))
    if (found) {
      dates.push(toEventDate(found))
      timeframe = found.preposition === 'at' ? 'at' : 'by'
    }
    if (time || said || found) continue
    if (isRefused(cursor)) return undefined
    cursor.skip()
  }
  const finest = dates.filter((date) => !dates.some((other) => isWithin(other, date)))
  const [time, ...more] = times
  if (more.length > 0) refuseSeveral(times, clock)
  if (time) {
    const days = finest.map(({ span }) => span)
    if (finest.some(({ isDay }) => !isDay)) refuseSeveral([time, ...finest], clock)
    requireTime(time, days, clock)
  } else requireEnds(finest, clock)
  return { timing: timeframe === 'at' || (time && !timeframe) ? 'atExpiry' : 'byExpiry' }
}

/** Requires that the market expires when every date ends, or in the minute before. */
function requireEnds(dates: readonly EventDate[], clock: Clock): void {
  const expiry = clock.expireAt.getTime()
  const isEnd = (moment: number, { ends }: EventDate) => ends.some((end) => isEndOf(end, moment))
  const other = dates.find((date) => !isEnd(expiry, date))
  if (!other) return
  const [meant = 0] = other.ends
  if (!dates.every((date) => isEnd(meant, date))) refuseSeveral(dates, clock)
  const expires = `the market expires at ${formatMoment(clock.expireAt)}`
  if (meant <= clock.now.getTime()) {
    const instead = `name the date that it expires, ${longDate(clock.expireAt)}`
    throw new NoSingleDate(`"${other.words}" is over, but ${expires}: ${instead}`)
  }
  throw new OtherTime(
    `"${other.words}" ends at ${formatMoment(new Date(meant))}, but ${expires}: change that time, or name one date`,
    [{ expireAt: new Date(meant) }],
  )
}

function refuseSeveral(found: readonly { words: string }[], { expireAt }: Clock): never {
  const words = found.map((one) => `"${one.words}"`).join(' and ')
  throw new NoSingleDate(`no single expiry fits ${words}: name one date, as in "by ${longDate(expireAt)}"`)
}

/** Whether a date lies in another, longer one. */
function isWithin({ span: inner }: EventDate, { span: outer, isDay }: EventDate): boolean {
  const isShorter = inner.end - inner.start < outer.end - outer.start
  return !isDay && isShorter && outer.start <= inner.start && inner.end <= outer.end
}

function toEventDate({ preposition, span, words, date, replaced }: FoundDate): EventDate {
  if (preposition === 'by') refuseQuarter(span, date, replaced)
  const isBefore = preposition === 'before' || (preposition === 'by' && span.isPeriod)
  const endOf = ({ start, end }: Span) => (isBefore ? start : end)
  const ends = [endOf(span), ...(span.or ? [endOf(span.or)] : [])]
  // `before 2027` is no period in which a finer date could lie.
  return {
    words,
    span: isBefore ? { ...span, end: span.start } : span,
    ends,
    isDay: !span.isPeriod || isBefore,
  }
}

/** Reads a time of day that is said to be one: `by 5pm`, `9:30 UTC`, but not a `2:05` alone. */
function readEventTime(cursor: Cursor): TimeOfDay | undefined {
  const preposition = readPreposition(cursor)
  const time = readTimeOfDay(cursor)
  if (!time) return undefined
  const isSaid = (preposition !== undefined && preposition !== 'in') || time.zone || /m\.?$/i.test(time.words)
  return isSaid ? time : undefined
}

function readEventDate(cursor: Cursor, clock: Clock): FoundDate | undefined {
  const found = readDatePhrase(cursor, clock) ?? readLooseDate(cursor, clock)
  if (!found) return undefined
  const { words, date, before, after } = found
  const isBare = words === date
  const isName = HOLIDAYS.has(words.toLowerCase()) && !/\b(?:this|next) $/i.test(before)
  if (isBare && (OTHER_WORDS.test(words) || isName)) return undefined
  if (isBare && /^\d{4}$/.test(words) && AMOUNT.test(before)) return undefined
  // `the 1st` is a day only at the end of something: not in `the 1st half`.
  if (/^(?:the )?\d+\p{L}+$/iu.test(date) && /^\s+\p{L}/u.test(after)) return undefined
  if (NO_END.test(before) || /^[/–-]\d/.test(after)) {
    throw new NoSingleDate(
      `"${/\S*\s*$/.exec(before)?.[0] ?? ''}${words}" is not the end of something: name one date, as in ` +
        `"by ${longDate(clock.expireAt)}"`,
    )
  }
  return found
}

/** Reads dates that only events take: a month or a year alone, `next week`, `tonight`, `this weekend`. */
function readLooseDate(cursor: Cursor, { now }: Clock): FoundDate | undefined {
  const after = now.getTime()
  refuseNextWeekday(cursor, after)
  const { found: span, ...quoted } = cursor.quote(() =>
    cursor.attempt(() => {
      if (cursor.phrase(...TODAY)) return dayAfter(after, 0)
      if (cursor.phrase('this weekend')) return weekOf(after)
      return readNextPeriod(cursor, after) ?? readDate(cursor, after)
    }),
  )
  return span && { preposition: 'in', span, date: quoted.words, ...quoted }
}

const TODAY = ['tonight', 'this evening', 'this afternoon', 'this morning']

/** Refuses `next Friday`, which is this week's for some and next week's for others. */
function refuseNextWeekday(cursor: Cursor, after: number): void {
  const { found, words, before, replaced } = cursor.quote(() =>
    cursor.attempt(() => (cursor.phrase('next') ? cursor.longest(WEEKDAY_INDEX) : undefined)),
  )
  if (found === undefined) return
  const ahead = (found - new Date(after).getUTCDay() + 7) % 7 || 7
  const days = [ahead, ahead + 7].map((days) => longDate(new Date(dayAfter(after, days).start)))
  const word = /\b(?:by|on|before|until)\s+$/i.test(before) ? '' : 'on '
  const questions = days.map((day) => ({ question: replaced(word + day) }))
  refuse(`"${words}" can be read in two ways`, `write ${days.join(' or ')}`, ...questions)
}
