import { longDate, type Span } from './calendar.ts'
import type { Cursor } from './cursor.ts'
import { readDate, readThisPeriod } from './dates.ts'
import { endsBefore, endsWith, type Fit, isOn, isOverBy, isWithin, requireFit } from './fit.ts'
import { OtherTime, refuse } from './refusal.ts'
import { TIMEFRAME_PHRASES, type Timeframe } from './vocabulary.ts'

/** The market's expiry and its opening, between which a question is read. */
export interface Clock {
  expireAt: Date
  now: Date
}

/** Every way in which a question says when. */
export type Timeframes = ReadonlySet<Timeframe>

type Preposition = Timeframe | 'before' | 'until' | 'in'

const PREPOSITIONS: ReadonlyMap<string, Preposition> = new Map([
  ['by', 'by'],
  ['before', 'before'],
  ['on', 'at'],
  ['at', 'at'],
  ['as of', 'at'],
  ['until', 'until'],
  ['till', 'until'],
  ['through', 'until'],
  ['in', 'in'],
  ['during', 'in'],
])

const NAMED_TIMES: ReadonlyMap<string, string> = new Map([
  ['noon', '12:00'],
  ['midnight', '00:00'],
])

/**
 * Reads everything about time at the end of a question, and holds dates against the time of expiry.
 *
 * @param closes - the verb speaks of the end of the day that is named
 */
export function readWhen(cursor: Cursor, clock: Clock, closes: boolean): Timeframes {
  const timeframes = new Set<Timeframe>()
  const dates: FoundDate[] = []
  let hasTime = false
  for (;;) {
    const date = readDated(cursor, clock, closes)
    if (date) dates.push(date)
    const next = date?.timeframe ?? cursor.longest(TIMEFRAME_PHRASES)
    if (next !== undefined) timeframes.add(next)
    else if (readTime(cursor, clock)) hasTime = true
    else break
  }
  // A time of day makes one moment of the day beside it.
  for (const { words, span, fits } of dates) requireFit(words, span, hasTime ? isOn : fits, clock.expireAt)
  if (hasTime && timeframes.size === 0) timeframes.add('at')
  return timeframes
}

/** Reads the period whose end is meant by `close 2026 above` and `end the month above`. */
export function readClosingPeriod(cursor: Cursor, { now, expireAt }: Clock): Timeframe | undefined {
  const { found: span, words } = cursor.quote(
    () => readDate(cursor, now.getTime()) ?? readThisPeriod(cursor, now.getTime(), 'the', 'this'),
  )
  if (!span) return undefined
  requireFit(words, span, endsWith, expireAt)
  return 'at'
}

/**
 * The timeframe of the first date in a question that is not otherwise understood.
 *
 * @returns `undefined` if it names none
 * @throws OtherTime if the date cannot be judged when the market expires
 */
export function findTimeframe(cursor: Cursor, clock: Clock): Timeframe | undefined {
  for (const place of cursor.places()) {
    const { found, words } = place.quote(() => readDatePhrase(place, clock))
    if (!found) continue
    const { preposition, span } = found
    const fits = preposition === 'in' || preposition === 'until' ? isOverBy : isWithin
    requireFit(words, span, preposition === 'before' ? endsBefore : fits, clock.expireAt)
    return preposition === 'at' ? 'at' : 'by'
  }
  return undefined
}

/** A date in a question, and how it must lie to the expiry. */
interface FoundDate {
  timeframe: Timeframe
  words: string
  span: Span
  fits: Fit
}

function readDated(cursor: Cursor, clock: Clock, closes: boolean): FoundDate | undefined {
  const { found, words } = cursor.quote(() => readDatePhrase(cursor, clock))
  if (!found) return undefined
  const { preposition, span, date } = found
  switch (preposition) {
    case 'in':
      return refuse(`"${words}" leaves open from when`, `say "by the end of ${date}"`)
    case 'until':
      return refuse(`"${words}" speaks of a while`, `say "by ${date}" or "on ${date}"`)
    case 'before':
      return { timeframe: 'by', words, span, fits: endsBefore }
    case 'at':
      if (span.isPeriod) {
        refuse(`"${words}" is not one moment`, `name a day, as in "on ${longDate(clock.expireAt)}"`)
      }
      return { timeframe: 'at', words, span, fits: closes ? endsWith : isWithin }
    default:
      return { timeframe: preposition, words, span, fits: isWithin }
  }
}

/** Reads `by Friday`, `in November`, `this month`. */
function readDatePhrase(
  cursor: Cursor,
  { now }: Clock,
): { preposition: Preposition; span: Span; date: string } | undefined {
  return cursor.attempt(() => {
    const current = cursor.quote(() => readThisPeriod(cursor, now.getTime(), 'this'))
    if (current.found) {
      return { preposition: 'in', span: current.found, date: current.words.replace(/^this/i, 'the') }
    }
    const preposition = cursor.longest(PREPOSITIONS)
    if (preposition === undefined) return undefined
    const { found: span, words: date } = cursor.quote(() => readDate(cursor, now.getTime()))
    return span && { preposition, span, date }
  })
}

/** Reads `at 12:00 UTC`, which must be the time of expiry. */
function readTime(cursor: Cursor, { expireAt }: Clock): true | undefined {
  return cursor.attempt(() => {
    cursor.phrase('at')
    const time = cursor.take('time')?.text ?? cursor.longest(NAMED_TIMES)
    if (time === undefined) return undefined
    const expected = expireAt.toISOString().slice(11, 19)
    if (!cursor.phrase('utc', 'gmt')) {
      refuse(`${time} needs a time zone`, `write times in UTC, as in "${expected} UTC"`)
    }
    const [hours = '', minutes = '', seconds = '00'] = time.split(':')
    if (`${hours.padStart(2, '0')}:${minutes}:${seconds}` !== expected) {
      throw new OtherTime(
        `${time} UTC is not the time of expireAt: change expireAt, or say "${expected} UTC"`,
      )
    }
    return true
  })
}
