// Durations that questions name: "within 24 hours".

import type { Clock } from './calendar.ts'
import type { Cursor } from './cursor.ts'
import { OtherTime } from './refusal.ts'
import type { Timeframe } from './vocabulary.ts'

const HOUR = 3_600_000

const UNITS: ReadonlyMap<string, number> = new Map([
  ['minute', HOUR / 60],
  ['minutes', HOUR / 60],
  ['hour', HOUR],
  ['hours', HOUR],
  ['day', 24 * HOUR],
  ['days', 24 * HOUR],
  ['week', 7 * 24 * HOUR],
  ['weeks', 7 * 24 * HOUR],
  ['month', 30 * 24 * HOUR],
  ['months', 30 * 24 * HOUR],
  ['year', 365 * 24 * HOUR],
  ['years', 365 * 24 * HOUR],
])

const COUNTS: ReadonlyMap<string, number> = new Map([
  ['a', 1],
  ['an', 1],
  ['one', 1],
  ['two', 2],
  ['three', 3],
  ['four', 4],
  ['five', 5],
  ['six', 6],
  ['seven', 7],
  ['ten', 10],
])

/** Reads `within 24 hours`, `in the next 7 days`, `in two weeks`; the end must be near the market's expiry. */
export function readDuration(cursor: Cursor, { now, expireAt }: Clock): Timeframe | undefined {
  let isEnd = false
  const { found: length, words } = cursor.quote(() =>
    cursor.attempt(() => {
      const isNext = cursor.phrase(
        'within the next',
        'in the next',
        'over the next',
        'during the next',
        'in the coming',
      )
      if (isNext || cursor.phrase('within', 'inside')) return readLength(cursor, isNext)
      isEnd = cursor.phrase('in')
      return isEnd ? readLength(cursor, false) : undefined
    }),
  )
  if (length === undefined) return undefined
  const end = now.getTime() + length
  // People round, so the end may differ from the expiry by a tenth of the duration.
  if (Math.abs(expireAt.getTime() - end) <= length / 10) return isEnd ? 'end' : 'by'
  const day = new Date(end)
  throw new OtherTime(
    `"${words}" is over at ${day.toISOString().slice(0, 16).replace('T', ' ')} UTC, but the market expires at ` +
      `${expireAt.toISOString().slice(0, 16).replace('T', ' ')} UTC: change one of them`,
    [{ expireAt: day }],
  )
}

/** Reads `24 hours`, `two weeks`; `hour` alone after `the next`. In milliseconds. */
export function readLength(cursor: Cursor, isNext: boolean): number | undefined {
  const token = cursor.take('duration')
  if (token) return token.length
  const count = cursor.longest(COUNTS) ?? (isNext ? 1 : undefined)
  const unit = cursor.longest(UNITS)
  return count === undefined || unit === undefined ? undefined : count * unit
}
