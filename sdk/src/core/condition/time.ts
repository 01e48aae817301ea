// Moments: dates and unix seconds, checked and printed.

import { InvalidInputError } from '../errors.ts'

/** A moment: a `Date`, or whole unix seconds as the program stores them. */
export type Moment = Date | bigint

/** The last second that a `Date` can express. */
const MAX_SECONDS = 8_640_000_000_000n

/** A moment as a `Date`. */
export function toDate(moment: Moment, field = 'expireAt'): Date {
  if (typeof moment === 'bigint') {
    if (moment < -MAX_SECONDS || moment > MAX_SECONDS) {
      throw new InvalidInputError(field, 'is out of the range of dates')
    }
    return new Date(Number(moment) * 1_000)
  }
  if (!(moment instanceof Date) || Number.isNaN(moment.getTime())) {
    throw new InvalidInputError(field, 'must be a valid date')
  }
  return moment
}

/** Prints a moment for people, to the second: `2026-12-01 00:00:00 UTC`. */
export function formatMoment(moment: Moment): string {
  const [date, time = ''] = toDate(moment).toISOString().split('T')
  return `${date} ${time.slice(0, 8)} UTC`
}
