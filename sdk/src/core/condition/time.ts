// Moments: dates and unix seconds, checked and printed.

import { InvalidInputError } from '../errors.ts'

/** A moment: a `Date`, or whole unix seconds as the program stores them. */
export type Moment = Date | bigint

/** A moment as a `Date`. */
export function toDate(moment: Moment, field = 'expireAt'): Date {
  // A number that no date can have makes an invalid one.
  const date = typeof moment === 'bigint' ? new Date(Number(moment) * 1_000) : moment
  if (!(date instanceof Date) || Number.isNaN(date.getTime())) {
    throw new InvalidInputError(field, 'must be a valid date')
  }
  return date
}

/** Prints a moment for people, to the second: `2026-12-01 00:00:00 UTC`. */
export function formatMoment(moment: Moment): string {
  const [date, time = ''] = toDate(moment).toISOString().split('T')
  return `${date} ${time.slice(0, 8)} UTC`
}
