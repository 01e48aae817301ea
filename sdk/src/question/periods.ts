// Periods that questions name: "this month", "EOY", "the weekend".

import { DAY, monthsOf, type Span, weekOf } from './calendar.ts'
import type { Cursor } from './cursor.ts'

/** `the weekend`: Saturday and Sunday. */
export function readWeekend(cursor: Cursor, after: number): Span | undefined {
  if (!cursor.phrase('the weekend')) return undefined
  const { end } = weekOf(after)
  return { start: end - 2 * DAY, end, isPeriod: true }
}

/** Reads `this month` and the like, the current one, with one of these articles before it. */
export function readThisPeriod(cursor: Cursor, after: number, ...articles: string[]): Span | undefined {
  return cursor.attempt(() => (cursor.phrase(...articles) ? readPeriod(cursor, after) : undefined))
}

/** Reads `next month` and the like. */
export function readNextPeriod(cursor: Cursor, after: number): Span | undefined {
  return cursor.attempt(() => (cursor.phrase('next') ? readPeriod(cursor, after, 1) : undefined))
}

/** Reads `year`, `month`, `week` or `quarter`: the current one, or one `ahead`. */
export function readPeriod(cursor: Cursor, after: number, ahead = 0): Span | undefined {
  const now = new Date(after)
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()]
  if (cursor.phrase('year')) return monthsOf(year + ahead, 0, 12)
  if (cursor.phrase('month')) return monthsOf(year, month + ahead)
  if (cursor.phrase('week')) return weekOf(after + ahead * 7 * DAY)
  if (!cursor.phrase('quarter')) return undefined
  return monthsOf(year, (Math.floor(month / 3) + ahead) * 3, 3)
}

const YEAR_END = ['eoy', 'year end', 'the year end', "year 's end", "the year 's end", 'years end']
const MONTH_END = ['eom', 'month end', 'the month end', "month 's end", "the month 's end"]

/** Reads `EOY`, `year end 2026`, `month end`: the last day of the current period, or of the year that is named. */
export function readAbbreviated(cursor: Cursor, after: number): Span | undefined {
  const now = new Date(after)
  if (cursor.phrase(...YEAR_END)) {
    return lastDay(monthsOf(cursor.integer(2000, 2999) ?? now.getUTCFullYear(), 0, 12))
  }
  if (cursor.phrase('the year ends', 'the year is over', 'the year is out', 'year is over')) {
    return lastDay(monthsOf(now.getUTCFullYear(), 0, 12))
  }
  if (cursor.phrase('eow', 'the week is over', 'the week is out')) return lastDay(weekOf(after))
  if (!cursor.phrase(...MONTH_END, 'the month ends', 'the month is over')) return undefined
  return lastDay(monthsOf(now.getUTCFullYear(), now.getUTCMonth()))
}

/** The last day of a period. */
export function lastDay({ end, or }: Span): Span {
  return { start: end - DAY, end, isPeriod: false, ...(or && { or: lastDay(or) }) }
}
