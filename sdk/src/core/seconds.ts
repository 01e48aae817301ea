// Checks times that users pass in.

import { type Moment, toDate } from './condition/time.ts'
import { InvalidInputError } from './errors.ts'

/** The last second the program can store. */
const MAX_I64 = 2n ** 63n - 1n

/** Converts a moment to whole unix seconds; those of a `Date` are rounded down. */
export function requireSeconds(field: string, moment: Moment): bigint {
  const seconds =
    typeof moment === 'bigint' ? moment : BigInt(Math.floor(toDate(moment, field).getTime() / 1_000))
  if (seconds < 1n || seconds > MAX_I64) throw new InvalidInputError(field, 'must be a unix time after 1970')
  return seconds
}
