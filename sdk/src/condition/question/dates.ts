import type { Cursor } from './cursor.ts'
import { refuse } from './refusal.ts'

/** A stretch of days: from the first moment of one to the first moment after another. In milliseconds. */
export interface Span {
  start: number
  end: number
  /** More than one day, such as a month. */
  isPeriod: boolean
}

const DAY = 86_400_000

const MONTHS = ['january', 'february', 'march', 'april', 'may', 'june', 'july', 'august', 'september']
const MONTH_INDEX: ReadonlyMap<string, number> = new Map([
  ...[...MONTHS, 'october', 'november', 'december'].flatMap((name, index): [string, number][] => [
    [name, index],
    [name.slice(0, 3), index],
  ]),
  ['sept', 8],
])

/**
 * Reads a date, a month or a year: `2026-12-01`, `December 1st, 2026`, `1 Dec`, `December`, `2026`, `the end
 * of December`. What leaves out the year stands for several days, of which one must fit.
 *
 * @param around - a year to try, with its neighbours, where none is given
 */
export function readDate(cursor: Cursor, around: number): Span[] | undefined {
  return cursor.attempt(() => {
    const atEnd = cursor.phrase('the end of', 'end of')
    cursor.phrase('the')
    const years = [around - 1, around, around + 1]
    const spans = readIso(cursor) ?? readMonthDay(cursor, years) ?? readYear(cursor, years, atEnd)
    if (!atEnd) return spans
    return spans?.map(({ end }) => ({ start: end - DAY, end, isPeriod: false }))
  })
}

function readIso(cursor: Cursor): Span[] | undefined {
  const token = cursor.take('date')
  if (!token) return undefined
  const start = Date.parse(token.text)
  if (Number.isNaN(start)) refuse(`${token.raw} is not a date`)
  if (token.text.includes('T')) return [{ start, end: start, isPeriod: false }]
  // Date.parse takes the 31st of a short month for a day of the next.
  if (!new Date(start).toISOString().startsWith(token.text)) refuse(`${token.raw} is not a date`)
  return [{ start, end: start + DAY, isPeriod: false }]
}

/** `December 1`, `December 1st, 2026`, `1 December`, `1st of December 2026`, `December`, `December 2026`. */
function readMonthDay(cursor: Cursor, years: number[]): Span[] | undefined {
  return cursor.attempt(() => {
    const dayBefore = readNumber(cursor, 1, 31)
    if (dayBefore !== undefined) cursor.phrase('of')
    const month = cursor.longest(MONTH_INDEX)
    if (month === undefined) return undefined
    const day = dayBefore ?? readNumber(cursor, 1, 31)
    const year = readNumber(cursor, 2000, 2999)
    const spans = (year === undefined ? years : [year]).map((candidate) => monthDay(candidate, month, day))
    if (spans.every((span) => span === undefined)) refuse(`there is no day ${day} in that month`)
    return spans.filter((span) => span !== undefined)
  })
}

function monthDay(year: number, month: number, day: number | undefined): Span | undefined {
  if (day === undefined)
    return { start: Date.UTC(year, month), end: Date.UTC(year, month + 1), isPeriod: true }
  const start = Date.UTC(year, month, day)
  if (new Date(start).getUTCMonth() !== month) return undefined
  return { start, end: start + DAY, isPeriod: false }
}

/** `2026`, or after `the end of`: `the year`, `the month`. */
function readYear(cursor: Cursor, years: number[], atEnd: boolean): Span[] | undefined {
  const year = readNumber(cursor, 2000, 2999)
  if (year !== undefined) return [wholeYear(year)]
  if (!atEnd) return undefined
  if (cursor.phrase('year', 'this year')) return years.map(wholeYear)
  return undefined
}

function wholeYear(year: number): Span {
  return { start: Date.UTC(year, 0), end: Date.UTC(year + 1, 0), isPeriod: true }
}

function readNumber(cursor: Cursor, low: number, high: number): number | undefined {
  const token = cursor.peek()
  if (token?.kind !== 'number' || !token.bare) return undefined
  const value = Number(token.value)
  if (value < low || value > high) return undefined
  cursor.take('number')
  return value
}
