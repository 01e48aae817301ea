// Reads when a question must hold, and compares it with the market's expiry.

import { type Clock, isQuarter, longDate, type Span } from './calendar.ts'
import { readTimeOfDay, requireTime, type TimeOfDay } from './clock.ts'
import type { Cursor, Quoted } from './cursor.ts'
import { readDate } from './dates.ts'
import { endsBefore, endsIn, endsWith, type Fit, isWithin, requireFit } from './fit.ts'
import { readAbbreviated, readDuration, readThisPeriod } from './periods.ts'
import { table } from './phrases.ts'
import { refuse } from './refusal.ts'
import { TIMEFRAME_PHRASES, type Timeframe } from './vocabulary.ts'

/** All timeframes that a question names. */
export type Timeframes = ReadonlySet<Timeframe>

type Preposition = Timeframe | 'before' | 'until' | 'in'

/** `by`, `on or before` and the like. */
export const PREPOSITIONS = table<Preposition>(
  ['by', 'by|on or before|no later than|not later than'],
  ['by', 'between now and|from now until'],
  ['before', 'before|prior to|ahead of|earlier than'],
  ['at', 'on|at|as of|come'],
  ['until', 'until|till|through|up until'],
  ['in', 'in|during|sometime in'],
)

/** Words after `before` that name the end of something, so that it means `by`. */
const ENDS =
  "the end|end of|the close of|eoy|eom|eod|eow|year end|month end|the year|the month|the week|year 's end|year is over"

/** A date in a question, and the words before it: all of it is `by Friday`. */
export interface FoundDate extends Quoted {
  preposition: Preposition
  span: Span
  /** Without the preposition: `Friday`. */
  date: string
}

/** The times read so far. */
export interface SaidTimes {
  dates: FoundDate[]
  times: TimeOfDay[]
  /** How the time of day was introduced. */
  timePrepositions: Preposition[]
  timeframes: Set<Timeframe>
}

/** Reads all times that come next. */
export function readTimes(cursor: Cursor, clock: Clock, said: SaidTimes): void {
  for (;;) {
    const timeframe = cursor.longest(TIMEFRAME_PHRASES) ?? readDuration(cursor, clock)
    if (timeframe) said.timeframes.add(timeframe)
    else if (!readTimed(cursor, said) && !readDated(cursor, clock, said)) return
  }
}

/** Reads `at 12:00 UTC`, `by noon ET`. */
function readTimed(cursor: Cursor, said: SaidTimes): boolean {
  return (
    cursor.attempt(() => {
      const preposition = cursor.longest(PREPOSITIONS)
      const time = readTimeOfDay(cursor)
      if (!time) return undefined
      said.times.push(time)
      said.timePrepositions.push(preposition ?? 'at')
      return true
    }) ?? false
  )
}

function readDated(cursor: Cursor, clock: Clock, said: SaidTimes): boolean {
  const found = readDatePhrase(cursor, clock)
  if (found) said.dates.push(found)
  return found !== undefined
}

/**
 * Compares the times of a question with the market's expiry.
 *
 * @param closes - whether the verb means the end of the named day
 */
export function settleTimes(said: SaidTimes, clock: Clock, closes: boolean): Timeframes {
  const timeframes = new Set(said.timeframes)
  const [time, second] = said.times
  if (!time) {
    for (const date of said.dates) timeframes.add(fitDate(date, clock, closes))
    return timeframes
  }
  if (second) refuse('the question names two times', 'ask about one moment')
  // `by 6pm UTC today` names a day; `by 6pm UTC in November` names none.
  const prepositions = [
    ...said.timePrepositions,
    ...said.dates.map(({ preposition, span }) =>
      preposition === 'in' && !span.isPeriod ? 'at' : preposition,
    ),
  ]
  if (prepositions.includes('until') || prepositions.includes('in')) {
    refuse('the question is about a span of time, not a moment', 'name one moment with "by" or "at"')
  }
  const days = said.dates.map(({ span }) => span)
  requireTime(time, days, clock)
  const isBy = prepositions.includes('by') || prepositions.includes('before')
  return timeframes.add(isBy ? 'by' : 'at')
}

/** Requires that a date without a time of day matches the market's expiry; returns its timeframe. */
function fitDate(
  { preposition, span, words, date, replaced }: FoundDate,
  clock: Clock,
  closes: boolean,
): Timeframe {
  const { expireAt } = clock
  const require = (fits: Fit) => requireFit(words, span, fits, clock)
  switch (preposition) {
    case 'in':
      return require(endsIn) ?? 'during'
    case 'until':
      return refuse(
        `"${words}" is a span of time, not a moment`,
        `say "by ${date}" or "on ${date}"`,
        replaced(`by ${date}`),
        replaced(`on ${date}`),
      )
    case 'before':
      return require(endsBefore) ?? 'by'
    case 'at':
      if (span.isPeriod) {
        refuse(`"${words}" is not one moment`, `name a day, as in "on ${longDate(expireAt)}"`)
      }
      return require(closes ? endsWith : isWithin) ?? 'at'
    default:
      refuseQuarter(span, date, replaced)
      return require(isWithin) ?? preposition
  }
}

/** Refuses `by Q1`, which may mean its beginning or its end. */
export function refuseQuarter(span: Span, date: string, replaced: Quoted['replaced']): void {
  if (!isQuarter(span)) return
  const [end, start] = [`by the end of ${date}`, `before ${date}`]
  refuse(
    `"by ${date}" leaves open whether its beginning is meant or its end`,
    `say "${end}" or "${start}"`,
    replaced(end),
    replaced(start),
  )
}

/** Reads the period whose end is meant by `close 2026 above` and `end the month above`. */
export function readClosingPeriod(cursor: Cursor, clock: Clock): Timeframe | undefined {
  const now = clock.now.getTime()
  const { found: span, words } = cursor.quote(
    () => readDate(cursor, now) ?? readThisPeriod(cursor, now, 'the|this'),
  )
  if (!span) return undefined
  requireFit(words, span, endsWith, clock)
  return 'at'
}

/** Reads `by Friday`, `in November`, `this month`, `EOY`, `tomorrow`. */
export function readDatePhrase(cursor: Cursor, { now }: Clock): FoundDate | undefined {
  const { found, ...quoted } = cursor.quote(() => {
    const after = now.getTime()
    const current = cursor.quote(() => readThisPeriod(cursor, after, 'this'))
    if (current.found) {
      return {
        preposition: 'in' as const,
        span: current.found,
        date: current.words.replace(/^this/i, 'the'),
      }
    }
    const said = cursor.longest(PREPOSITIONS)
    const isEnd = said === 'before' && cursor.startsWith(ENDS)
    const ending = said === undefined ? readAbbreviated(cursor, after) : undefined
    if (ending) return { preposition: 'end' as const, span: ending, date: '' }
    const isToday = cursor.word() === 'today'
    const { found: span, words: date } = cursor.quote(() => readDate(cursor, after))
    if (!span) return undefined
    if (said !== undefined) return { preposition: isEnd ? ('by' as const) : said, span, date }
    // A day alone is that day; a month or a year alone leaves open whether its start or its end is meant.
    return span.isPeriod
      ? undefined
      : { preposition: isToday ? ('in' as const) : ('at' as const), span, date }
  })
  return found && { ...found, ...quoted }
}
