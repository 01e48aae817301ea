// Reads dates and periods that questions name.

import * as calendar from './calendar.ts'
import type { Cursor } from './cursor.ts'
import * as periods from './periods.ts'
import { table } from './phrases.ts'
import { refuse } from './refusal.ts'

/** Leap days recur within eight years. */
const YEARS_AHEAD = 8

/**
 * Reads a day or a period: `2026-12-01`, `December 1st, 2026`, `1 Dec`, `December`, `2026`, `Q4`, `Friday`,
 * `Christmas`, `the end of the month`.
 *
 * @param after - a date without a year, a weekday or a holiday is the first one that ends after this
 */
export function readDate(cursor: Cursor, after: number): calendar.Span | undefined {
  return cursor.attempt(() => {
    const isEndOfDay = readEndOfDay(cursor)
    if (isEndOfDay) cursor.phrase('on|of')
    const isLastDay = cursor.phrase(END_OF)
    const span = readSpan(cursor, after, isLastDay) ?? periods.readAbbreviated(cursor, after)
    if (!span) return isEndOfDay && !isLastDay ? calendar.dayAfter(after, 0) : undefined
    readEndOfDay(cursor)
    return isLastDay ? periods.lastDay(span) : span
  })
}

/** Words before a period that mean its last day. */
const END_OF = 'the end of|end of|the close of|close of|the last day of|last day of'

/** Reads `the end of the day`, before or instead of the date. */
function readEndOfDay(cursor: Cursor): boolean {
  return cursor.phrase('the end of the day|end of the day|the end of day|end of day|eod')
}

function readSpan(cursor: Cursor, after: number, isLastDay: boolean): calendar.Span | undefined {
  return (
    readNumeric(cursor, after) ??
    readNearDay(cursor, after) ??
    readMonthDay(cursor, after) ??
    readDayOfMonth(cursor, after) ??
    readQuarter(cursor, after) ??
    readYear(cursor) ??
    readWeekday(cursor, after) ??
    readHoliday(cursor, after) ??
    periods.readWeekend(cursor, after) ??
    (isLastDay
      ? (periods.readThisPeriod(cursor, after, 'the|this') ??
        periods.readNextPeriod(cursor, after) ??
        periods.readPeriod(cursor, after))
      : undefined)
  )
}

/** `2026-12-01`, `2026-12-01T12:00:00Z`, `31.12.2026`, `12/31/2026`, `12/31`. */
function readNumeric(cursor: Cursor, after: number): calendar.Span | undefined {
  const { found: token, replaced } = cursor.quote(() => cursor.take('date'))
  if (!token) return undefined
  if (token.text.includes('T')) {
    const start = Date.parse(token.text)
    // Date.parse reads the 31st of a short month as a day of the next month.
    const isReal = !Number.isNaN(start) && new Date(start).toISOString().startsWith(token.text.slice(0, 10))
    return isReal ? { start, end: start, isPeriod: false } : refuseDate(token.raw)
  }
  const parts = token.text.slice(0, 10).split(/\D/).map(Number)
  const [first = 0, second = 0, third] = parts
  const dayIn = (month: number, day: number, year: number | undefined) => {
    if (month < 1 || month > 12 || day < 1) return undefined
    if (year !== undefined) return calendar.dayOf(year < 100 ? 2000 + year : year, month - 1, day)
    return firstAfter(after, (candidate) => calendar.dayOf(candidate, month - 1, day))
  }
  if (first > 31) return dayIn(second, third ?? 0, first) ?? refuseDate(token.raw)
  const dayFirst = dayIn(second, first, third)
  // With dots the day comes first; with slashes the month does in America.
  const monthFirst = token.text.includes('.') ? undefined : dayIn(first, second, third)
  const found = [monthFirst, dayFirst].flatMap((span) => span ?? [])
  // A reading that is over is not meant, unless both are.
  const [span = refuseDate(token.raw), other = span] = found.filter(({ end }) => end > after).concat(found)
  if (span.end > after && other.end > after && span.start !== other.start) {
    const days = [span, other].map(({ start }) => calendar.longDate(new Date(start)))
    const questions = days.map((day) => replaced(day))
    refuse(`${token.raw} can be read in two ways`, `write ${days.join(' or ')}`, ...questions)
  }
  return span
}

function refuseDate(raw: string): never {
  return refuse(`${raw} is not a date`, 'write dates as 2026-12-01')
}

/** `today`, `tomorrow`: counted from the opening of the market. */
function readNearDay(cursor: Cursor, after: number): calendar.Span | undefined {
  if (cursor.phrase('today')) return calendar.dayAfter(after, 0)
  return cursor.phrase('tomorrow|tmrw|tmr') ? calendar.dayAfter(after, 1) : undefined
}

/** `the 30th`: the next one. */
function readDayOfMonth(cursor: Cursor, after: number): calendar.Span | undefined {
  return cursor.attempt(() => {
    cursor.phrase('the')
    const isOrdinal = /(?:st|nd|rd|th)$/i.test(cursor.peek()?.raw ?? '')
    const day = isOrdinal ? cursor.integer(1, 31) : undefined
    if (day === undefined) return undefined
    const now = new Date(after)
    for (let ahead = 0; ahead < 3; ahead += 1) {
      const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + ahead))
      const span = calendar.dayOf(month.getUTCFullYear(), month.getUTCMonth(), day)
      if (span && span.end > after) return span
    }
    return undefined
  })
}

/** `December 1`, `December 1st, 2026`, `1 December`, `the 1st of December 2026`, `December`, `December 2026`. */
function readMonthDay(cursor: Cursor, after: number): calendar.Span | undefined {
  return cursor.attempt(() => {
    cursor.phrase('the')
    const dayBefore = cursor.integer(1, 31)
    if (dayBefore !== undefined) cursor.phrase('of')
    const month = cursor.longest(calendar.MONTH_INDEX)
    if (month === undefined) return undefined
    const day = dayBefore ?? cursor.integer(1, 31)
    const span = inYear(cursor, after, (year) =>
      day === undefined ? calendar.monthsOf(year, month) : calendar.dayOf(year, month, day),
    )
    return span ?? refuse(`there is no day ${day} in that month`, 'write dates as December 1, 2026')
  })
}

/** `Q4`, `Q4 2026`. */
function readQuarter(cursor: Cursor, after: number): calendar.Span | undefined {
  const quarter = cursor.longest(QUARTERS)
  if (quarter === undefined) return undefined
  return inYear(cursor, after, (year) => calendar.monthsOf(year, quarter * 3, 3))
}

const QUARTERS = table([0, 'q1'], [1, 'q2'], [2, 'q3'], [3, 'q4'])

function readYear(cursor: Cursor): calendar.Span | undefined {
  const year = cursor.integer(2000, 2099)
  return year === undefined ? undefined : calendar.monthsOf(year, 0, 12)
}

function readWeekday(cursor: Cursor, after: number): calendar.Span | undefined {
  return cursor.attempt(() => {
    const isNext = cursor.phrase('next')
    if (!isNext) cursor.phrase('this')
    const weekday = cursor.longest(calendar.WEEKDAY_INDEX)
    if (weekday === undefined) return undefined
    const ahead = (weekday - new Date(after).getUTCDay() + 7) % 7
    // `Friday, November 20`: the date says which Friday.
    const date = readMonthDay(cursor, after) ?? readDayOfMonth(cursor, after)
    if (date && new Date(date.start).getUTCDay() !== weekday) {
      refuse('the weekday and the date are of different days', 'name the date alone')
    }
    // `next Friday` alone is this week's for some and next week's for others.
    return date ?? (isNext ? undefined : calendar.dayAfter(after, ahead))
  })
}

function readHoliday(cursor: Cursor, after: number): calendar.Span | undefined {
  return cursor.attempt(() => {
    cursor.phrase('the')
    const holiday = cursor.longest(calendar.HOLIDAYS)
    return holiday && inYear(cursor, after, (year) => calendar.holidayOf(year, holiday))
  })
}

/** A span in the year that is named, or in the first that it ends in after a moment. */
function inYear(cursor: Cursor, after: number, spanIn: (year: number) => calendar.Span | undefined) {
  const year = cursor.integer(2000, 2999)
  return year === undefined ? firstAfter(after, spanIn) : spanIn(year)
}

function firstAfter(after: number, spanIn: (year: number) => calendar.Span | undefined) {
  const thisYear = new Date(after).getUTCFullYear()
  for (let year = thisYear; year <= thisYear + YEARS_AHEAD; year += 1) {
    const span = spanIn(year)
    if (span && span.end > after) return span
  }
  return undefined
}
