import { formatMoment } from '../time.ts'
import { DAY, longDate, type Span } from './calendar.ts'
import type { Cursor } from './cursor.ts'
import { readDate } from './dates.ts'
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

const THIS_PERIOD: ReadonlyMap<string, string> = new Map(
  ['month', 'year', 'quarter'].map((period) => [`this ${period}`, period]),
)

/** To close on a day is to be there in its last minute or at the midnight that ends it. */
const CLOSING = 60_000

/**
 * Reads everything about time at the end of a question, and holds dates against the time of expiry.
 *
 * @param closes - the verb speaks of the end of the day that is named
 */
export function readWhen(cursor: Cursor, clock: Clock, closes = false): Timeframes {
  const timeframes = new Set<Timeframe>()
  let hasTime = false
  for (;;) {
    const next = cursor.longest(TIMEFRAME_PHRASES) ?? readDated(cursor, clock, closes)
    if (next !== undefined) timeframes.add(next)
    else if (readTime(cursor, clock)) hasTime = true
    else break
  }
  // A time of day belongs to the date beside it; alone it is the moment itself.
  if (hasTime && timeframes.size === 0) timeframes.add('at')
  return timeframes
}

/** Reads the period whose end is meant by `close 2026 above` and `end the month above`. */
export function readClosingPeriod(cursor: Cursor, clock: Clock): Timeframe | undefined {
  return cursor.attempt(() => {
    const { found: span, words } = cursor.quote(
      () => readDate(cursor, clock.now.getTime()) ?? readThis(cursor, clock),
    )
    if (!span) return undefined
    requireFit(words, span, closesWith, clock)
    return 'at'
  })
}

function readThis(cursor: Cursor, { now }: Clock): Span | undefined {
  const year = now.getUTCFullYear()
  const month = now.getUTCMonth()
  if (cursor.phrase('the year', 'this year')) {
    return { start: Date.UTC(year, 0), end: Date.UTC(year + 1, 0), isPeriod: true }
  }
  if (!cursor.phrase('the month', 'this month')) return undefined
  return { start: Date.UTC(year, month), end: Date.UTC(year, month + 1), isPeriod: true }
}

function readDated(cursor: Cursor, clock: Clock, closes: boolean): Timeframe | undefined {
  return cursor.attempt(() => {
    const { found, words } = cursor.quote(() => readPhrase(cursor, clock))
    if (!found) return undefined
    const { preposition, span, date } = found
    if (preposition === 'in') refuse(`"${words}" leaves open from when`, `say "by the end of ${date}"`)
    if (preposition === 'until') refuse(`"${words}" speaks of a while`, `say "by ${date}" or "on ${date}"`)
    if (preposition === 'at' && span.isPeriod) {
      refuse(`"${words}" is not one moment`, `name a day, as in "on ${longDate(clock.expireAt)}"`)
    }
    const fits = preposition === 'before' ? endsAs : closes && preposition === 'at' ? closesWith : isWithin
    requireFit(words, span, fits, clock)
    return preposition === 'before' ? 'by' : preposition
  })
}

/** A preposition and the date after it; a weekday or `this month` needs none. */
function readPhrase(cursor: Cursor, { now }: Clock) {
  const period = cursor.longest(THIS_PERIOD)
  if (period !== undefined) {
    return { preposition: 'in' as const, span: { start: 0, end: 0, isPeriod: true }, date: `the ${period}` }
  }
  const preposition = cursor.longest(PREPOSITIONS)
  if (preposition === undefined) return undefined
  const { found: span, words: date } = cursor.quote(() => readDate(cursor, now.getTime()))
  return span && { preposition, span, date }
}

/**
 * The timeframe of the first date in a question that is not otherwise understood.
 *
 * @returns `undefined` if it names none
 * @throws OtherTime if the date cannot be judged when the market expires
 */
export function findTimeframe(cursor: Cursor, clock: Clock): Timeframe | undefined {
  for (const place of cursor.places()) {
    const { found, words } = place.quote(() => readPhrase(place, clock))
    if (!found) continue
    const { preposition, span } = found
    if (preposition === 'until' || span.end === 0) return 'by'
    if (preposition === 'in') requireFit(words, span, (period, expiry) => period.end - DAY <= expiry, clock)
    else requireFit(words, span, preposition === 'before' ? endsAs : isWithin, clock)
    return preposition === 'at' ? 'at' : 'by'
  }
  return undefined
}

/** `at 12:00 UTC`, which must be the time of expiry. */
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

const NAMED_TIMES: ReadonlyMap<string, string> = new Map([
  ['noon', '12:00'],
  ['midnight', '00:00'],
])

function requireFit(
  words: string,
  span: Span,
  fits: (span: Span, expiry: number) => boolean,
  { expireAt }: Clock,
): void {
  if (fits(span, expireAt.getTime())) return
  const isInstant = span.start === span.end
  const day = isInstant ? formatMoment(new Date(span.start)) : longDate(new Date(span.start))
  const meant = fits === closesWith ? isoSeconds(span.end) : day
  const instead = fits === closesWith ? 'say "be" instead of "close"' : `name its date, ${longDate(expireAt)}`
  throw new OtherTime(
    `"${words}" means ${meant}, but expireAt is ${formatMoment(expireAt)}: change expireAt, or ${instead}`,
  )
}

/** `2026-12-01T00:00:00Z`. */
function isoSeconds(milliseconds: number): string {
  return new Date(milliseconds).toISOString().replace('.000', '')
}

/** An instant is the expiry itself; a day has it, or ends with it; a period has it on its first or last day. */
function isWithin({ start, end, isPeriod }: Span, expiry: number): boolean {
  if (!isPeriod) return start <= expiry && expiry <= end
  return (start <= expiry && expiry <= start + DAY) || (end - DAY <= expiry && expiry <= end)
}

/** The expiry is on the day before the span begins, or when it begins. */
function endsAs({ start, end }: Span, expiry: number): boolean {
  if (start === end) return expiry === start
  return start - DAY <= expiry && expiry <= start
}

/** The expiry is the end of the span. */
function closesWith({ start, end }: Span, expiry: number): boolean {
  if (start === end) return expiry === start
  return end - CLOSING <= expiry && expiry <= end
}
