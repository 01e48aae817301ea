import { DAY, dayOf, HOLIDAYS, MONTH_INDEX, monthsOf, type Span, WEEKDAY_INDEX } from './calendar.ts'
import type { Cursor } from './cursor.ts'
import { refuse } from './refusal.ts'

/** Leap days come back within eight years. */
const YEARS_AHEAD = 8

/**
 * Reads a day or a period: `2026-12-01`, `December 1st, 2026`, `1 Dec`, `December`, `2026`, `Q4`, `Friday`,
 * `Christmas`, `the end of the month`.
 *
 * @param after - a date without a year, a weekday or a holiday is the first one that ends after this
 */
export function readDate(cursor: Cursor, after: number): Span | undefined {
  return cursor.attempt(() => {
    const isLastDay = cursor.phrase('the end of', 'end of')
    const span = readSpan(cursor, after, isLastDay) ?? readAbbreviated(cursor, after)
    return span && isLastDay ? lastDay(span) : span
  })
}

function readSpan(cursor: Cursor, after: number, isLastDay: boolean): Span | undefined {
  return (
    readIso(cursor) ??
    readMonthDay(cursor, after) ??
    readQuarter(cursor, after) ??
    readYear(cursor) ??
    readWeekday(cursor, after) ??
    readHoliday(cursor, after) ??
    (isLastDay ? (readThisPeriod(cursor, after, 'the', 'this') ?? readPeriod(cursor, after)) : undefined)
  )
}

function readIso(cursor: Cursor): Span | undefined {
  const token = cursor.take('date')
  if (!token) return undefined
  const start = Date.parse(token.text)
  // Date.parse takes the 31st of a short month for a day of the next.
  const isReal = !Number.isNaN(start) && new Date(start).toISOString().startsWith(token.text.slice(0, 10))
  if (!isReal) refuse(`${token.raw} is not a date`, 'write dates as 2026-12-01')
  if (token.text.includes('T')) return { start, end: start, isPeriod: false }
  return { start, end: start + DAY, isPeriod: false }
}

/** `December 1`, `December 1st, 2026`, `1 December`, `the 1st of December 2026`, `December`, `December 2026`. */
function readMonthDay(cursor: Cursor, after: number): Span | undefined {
  return cursor.attempt(() => {
    cursor.phrase('the')
    const dayBefore = readInteger(cursor, 1, 31)
    if (dayBefore !== undefined) cursor.phrase('of')
    const month = cursor.longest(MONTH_INDEX)
    if (month === undefined) return undefined
    const day = dayBefore ?? readInteger(cursor, 1, 31)
    const year = readInteger(cursor, 2000, 2999)
    const spanIn = (candidate: number) =>
      day === undefined ? monthsOf(candidate, month) : dayOf(candidate, month, day)
    const span = year === undefined ? firstAfter(after, spanIn) : spanIn(year)
    return span ?? refuse(`there is no day ${day} in that month`, 'write dates as December 1, 2026')
  })
}

/** `Q4`, `Q4 2026`. */
function readQuarter(cursor: Cursor, after: number): Span | undefined {
  const quarter = cursor.longest(QUARTERS)
  if (quarter === undefined) return undefined
  const year = readInteger(cursor, 2000, 2999)
  const spanIn = (candidate: number) => monthsOf(candidate, quarter * 3, 3)
  return year === undefined ? firstAfter(after, spanIn) : spanIn(year)
}

const QUARTERS: ReadonlyMap<string, number> = new Map([
  ['q1', 0],
  ['q2', 1],
  ['q3', 2],
  ['q4', 3],
])

function readYear(cursor: Cursor): Span | undefined {
  const year = readInteger(cursor, 2000, 2999)
  return year === undefined ? undefined : monthsOf(year, 0, 12)
}

function readWeekday(cursor: Cursor, after: number): Span | undefined {
  return cursor.attempt(() => {
    cursor.phrase('this')
    const weekday = cursor.longest(WEEKDAY_INDEX)
    if (weekday === undefined) return undefined
    const today = after - (after % DAY)
    const ahead = (weekday - new Date(today).getUTCDay() + 7) % 7
    const start = today + ahead * DAY
    // `Friday, November 20`: the date says which Friday.
    const date = readMonthDay(cursor, after)
    if (date && new Date(date.start).getUTCDay() !== weekday) {
      refuse('the weekday and the date are of different days', 'name the date alone')
    }
    return date ?? { start, end: start + DAY, isPeriod: false }
  })
}

function readHoliday(cursor: Cursor, after: number): Span | undefined {
  return cursor.attempt(() => {
    cursor.phrase('the')
    const holiday = cursor.longest(HOLIDAYS)
    return holiday && firstAfter(after, (year) => dayOf(year, ...holiday))
  })
}

/** Reads `this month` and the like, the one that is now, with one of these articles before it. */
export function readThisPeriod(cursor: Cursor, after: number, ...articles: string[]): Span | undefined {
  return cursor.attempt(() => (cursor.phrase(...articles) ? readPeriod(cursor, after) : undefined))
}

/** Reads `year`, `month` or `quarter`: the one that is now. */
function readPeriod(cursor: Cursor, after: number): Span | undefined {
  const now = new Date(after)
  if (cursor.phrase('year')) return monthsOf(now.getUTCFullYear(), 0, 12)
  if (cursor.phrase('month')) return monthsOf(now.getUTCFullYear(), now.getUTCMonth())
  if (!cursor.phrase('quarter')) return undefined
  return monthsOf(now.getUTCFullYear(), Math.floor(now.getUTCMonth() / 3) * 3, 3)
}

/** Reads `EOY`, `year end`, `month end`: the last day of what is now. */
function readAbbreviated(cursor: Cursor, after: number): Span | undefined {
  const now = new Date(after)
  if (cursor.phrase('eoy', 'year end', 'the year end')) return lastDay(monthsOf(now.getUTCFullYear(), 0, 12))
  if (!cursor.phrase('eom', 'month end', 'the month end')) return undefined
  return lastDay(monthsOf(now.getUTCFullYear(), now.getUTCMonth()))
}

function lastDay({ end }: Span): Span {
  return { start: end - DAY, end, isPeriod: false }
}

function firstAfter(after: number, spanIn: (year: number) => Span | undefined): Span | undefined {
  const thisYear = new Date(after).getUTCFullYear()
  for (let year = thisYear; year <= thisYear + YEARS_AHEAD; year += 1) {
    const span = spanIn(year)
    if (span && span.end > after) return span
  }
  return undefined
}

function readInteger(cursor: Cursor, low: number, high: number): number | undefined {
  const token = cursor.peek()
  if (token?.kind !== 'number' || !token.bare) return undefined
  const value = Number(token.value)
  if (value < low || value > high) return undefined
  cursor.take('number')
  return value
}
