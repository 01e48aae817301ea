// Days, months, weeks and holidays that questions name.

import type { DescriptionContext } from '../core/condition/describe.ts'
import { list, table } from './phrases.ts'

/** The opening and the expiry of the market that a question belongs to. */
export interface Clock {
  expireAt: Date
  now: Date
}

/** A span of time, in unix milliseconds; `end` is excluded. */
export interface Span {
  start: number
  end: number
  /** More than one day, such as a month. */
  isPeriod: boolean
  /** The other reading of a date such as 05/06/2027. */
  or?: Span
}

export const HOUR = 3_600_000
export const DAY = 24 * HOUR

const MONTHS = list('January|February|March|April|May|June|July|August|September|October|November|December')

/** Months by their names and abbreviations, from 0. */
export const MONTH_INDEX = table(
  ...MONTHS.map((name, index): [number, string] => [index, `${name}|${name.slice(0, 3)}`.toLowerCase()]),
  [8, 'sept'],
)

/** Days of the week by their names, from 0 for Sunday as JavaScript has them. */
export const WEEKDAY_INDEX = table(
  [0, 'sunday|sun'],
  [1, 'monday|mon'],
  [2, 'tuesday|tue|tues'],
  [3, 'wednesday|wed|weds'],
  [4, 'thursday|thu|thur|thurs'],
  [5, 'friday|fri'],
  [6, 'saturday|sat'],
)

/** The fourth Thursday of November. */
const THANKSGIVING = { month: 10, weekday: 4, week: 4 }

/** A day of every year: its date, or a weekday of a month and days after it. */
type Holiday =
  | readonly [month: number, day: number]
  | { month: number; weekday: number; week: number; after?: number }

/** Holidays with the same date everywhere; months from 0. */
export const HOLIDAYS: ReadonlyMap<string, Holiday> = table<Holiday>(
  [[11, 25], 'christmas|christmas day|xmas|xmas day|x mas'],
  [[11, 24], 'christmas eve|xmas eve'],
  [[11, 26], 'boxing day'],
  [[11, 31], "new year 's eve|new years eve|new year eve|nye"],
  [[0, 1], "new year|new years|new year 's|new year 's day|new years day"],
  [[9, 31], 'halloween'],
  [[1, 14], "valentine 's day|valentines day|valentine 's"],
  [[2, 17], "st patrick 's day"],
  [[6, 4], 'independence day'],
  [THANKSGIVING, 'thanksgiving|thanksgiving day'],
  [{ ...THANKSGIVING, after: 1 }, 'black friday'],
  [{ ...THANKSGIVING, after: 4 }, 'cyber monday'],
)

/** The day of a holiday in a year. */
export function holidayOf(year: number, holiday: Holiday): Span | undefined {
  if (!('week' in holiday)) return dayOf(year, ...holiday)
  const { month, weekday, week, after = 0 } = holiday
  const first = new Date(Date.UTC(year, month)).getUTCDay()
  return dayFrom(Date.UTC(year, month, 1 + ((weekday - first + 7) % 7) + (week - 1) * 7 + after))
}

/** `December 1, 2026`. */
export function longDate(date: Date): string {
  return `${MONTHS[date.getUTCMonth()]} ${date.getUTCDate()}, ${date.getUTCFullYear()}`
}

/** A day of a year; `undefined` if that month has no such day. */
export function dayOf(year: number, month: number, day: number): Span | undefined {
  const start = Date.UTC(year, month, day)
  return new Date(start).getUTCMonth() === month ? dayFrom(start) : undefined
}

/** The day of a moment, or one after it. */
export function dayAfter(moment: number, days: number): Span {
  return dayFrom(moment - (moment % DAY) + days * DAY)
}

function dayFrom(start: number): Span {
  return { start, end: start + DAY, isPeriod: false }
}

/** Some months of a year, from the first on. */
export function monthsOf(year: number, month: number, count = 1): Span {
  return { start: Date.UTC(year, month), end: Date.UTC(year, month + count), isPeriod: true }
}

/** Whether a span is a quarter of a year. */
export function isQuarter({ start, end, isPeriod }: Span): boolean {
  return isPeriod && end - start > 80 * DAY && end - start < 100 * DAY
}

/** The week of a day, from Monday to Sunday; the other reading ends on Friday. */
export function weekOf(day: number): Span {
  const start = day - (day % DAY) - ((new Date(day).getUTCDay() + 6) % 7) * DAY
  return { start, end: start + 7 * DAY, isPeriod: true, or: { start, end: start + 5 * DAY, isPeriod: true } }
}

/** The last minute of a day counts as its end, because many write 23:59. */
const LAST_MINUTE = 60_000

/** Whether a moment is the end of something that ends at `end`. */
export function isEndOf(end: number, moment: number): boolean {
  return end - LAST_MINUTE <= moment && moment <= end
}

/** Whether a moment is the end of a day. */
export function isEndOfDay(moment: number): boolean {
  return isEndOf(Math.ceil(moment / DAY) * DAY, moment)
}

/** The checked context of a question. */
export interface Reading extends Clock, Pick<DescriptionContext, 'tokenDecimals'> {
  tokenAddress: string | null
  /** The current value of what is measured, if it is known. */
  currentValue: string | undefined
  /** Whether the token has a mint authority. */
  canMint: boolean
}
