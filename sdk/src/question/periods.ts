// Periods and durations that questions name: "this month", "EOY", "the weekend", "within 24 hours".

import { formatMoment } from '../core/condition/time.ts'
import { type Clock, DAY, monthsOf, type Span, weekOf } from './calendar.ts'
import type { Cursor } from './cursor.ts'
import { OtherTime } from './refusal.ts'
import { unitOf } from './tokens.ts'
import { readBelowHundred } from './value.ts'
import type { Timeframe } from './vocabulary.ts'

/** `the weekend`, the present or the next one: Saturday and Sunday. */
export function readWeekend(cursor: Cursor, after: number): Span | undefined {
  if (!cursor.phrase('the weekend|this weekend')) return undefined
  const { end } = weekOf(after)
  return { start: end - 2 * DAY, end, isPeriod: true }
}

/** Reads `this month` and the like, the current one, with one of these articles before it. */
export function readThisPeriod(cursor: Cursor, after: number, articles: string): Span | undefined {
  return cursor.attempt(() => (cursor.phrase(articles) ? readPeriod(cursor, after) : undefined))
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

const YEAR_END =
  "eoy|year end|the year end|year 's end|the year 's end|years end|the year ends|the year is over|the year is out|" +
  'year is over'
const MONTH_END = "eom|month end|the month end|month 's end|the month 's end|the month ends|the month is over"

/** Reads `EOY`, `year end 2026`, `month end`: the last day of the current period, or of the year that is named. */
export function readAbbreviated(cursor: Cursor, after: number): Span | undefined {
  const now = new Date(after)
  if (cursor.phrase(YEAR_END)) {
    return lastDay(monthsOf(cursor.integer(2000, 2999) ?? now.getUTCFullYear(), 0, 12))
  }
  if (cursor.phrase('eow|the week is over|the week is out')) return lastDay(weekOf(after))
  if (!cursor.phrase(MONTH_END)) return undefined
  return lastDay(monthsOf(now.getUTCFullYear(), now.getUTCMonth()))
}

/** The last day of a period. */
export function lastDay({ end, or }: Span): Span {
  return { start: end - DAY, end, isPeriod: false, ...(or && { or: lastDay(or) }) }
}

const UNITS = 'minute|hour|day|week|fortnight|month|year'.replace(/\w+/g, '$&|$&s')

/** Reads `within 24 hours`, `in the next 7 days`, `in two weeks`; the end must be near the market's expiry. */
export function readDuration(cursor: Cursor, { now, expireAt }: Clock): Timeframe | undefined {
  let isEnd = false
  const { found: length, words } = cursor.quote(() =>
    cursor.attempt(() => {
      const isNext = cursor.phrase('within the next|in the next|over the next|during the next|in the coming')
      if (isNext || cursor.phrase('within|inside')) return readLength(cursor, isNext)
      isEnd = cursor.phrase('in')
      return isEnd ? readLength(cursor, false) : undefined
    }),
  )
  if (length === undefined) return undefined
  const daysOfMonth = /mo/i.test(words) ? 30 : /year|yr/i.test(words) ? 365 / 12 : Infinity
  const months = length / (daysOfMonth * DAY)
  const day = new Date(now.getTime() + (months === 0 ? length : 0))
  day.setUTCMonth(day.getUTCMonth() + months)
  // People round to the day, and shorter times to a tenth.
  const isNear = Math.abs(expireAt.getTime() - day.getTime()) <= Math.min(length / 10, DAY)
  if (isNear) return isEnd ? 'end' : 'by'
  throw new OtherTime(`"${words}" is over at ${formatMoment(day)}`, day, { expireAt }, 'change one of them')
}

/** Reads `24 hours`, `two weeks`; `hour` alone after `the next`. In milliseconds. */
export function readLength(cursor: Cursor, isNext: boolean): number | undefined {
  const token = cursor.take('duration')
  if (token) return token.length
  const said = cursor.phrase('a|an') ? 1 : readBelowHundred(cursor)
  const { found, words } = cursor.quote(() => cursor.phrase(UNITS))
  const count = said ?? (isNext && !words.endsWith('s') ? 1 : undefined)
  return count !== undefined && found ? count * unitOf(words) : undefined
}
