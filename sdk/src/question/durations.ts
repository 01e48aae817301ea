// Durations that questions name: "within 24 hours".

import type { Clock } from './calendar.ts'
import type { Cursor } from './cursor.ts'
import { table } from './phrases.ts'
import { OtherTime } from './refusal.ts'
import { NUMBER_WORDS } from './value.ts'
import type { Timeframe } from './vocabulary.ts'

const HOUR = 3_600_000

const DAY = 24 * HOUR

const UNITS = table(
  [HOUR / 60, 'minute | minutes'],
  [HOUR, 'hour | hours'],
  [DAY, 'day | days'],
  [7 * DAY, 'week | weeks'],
  [30 * DAY, 'month | months'],
  [365 * DAY, 'year | years'],
)

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
  const count = cursor.phrase('a', 'an') ? 1 : (cursor.longest(NUMBER_WORDS) ?? (isNext ? 1 : undefined))
  const unit = cursor.longest(UNITS)
  return count === undefined || unit === undefined ? undefined : count * unit
}
