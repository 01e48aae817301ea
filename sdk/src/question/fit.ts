// Checks whether a date in a question is the market's expiry.

import { formatMoment } from '../core/condition/time.ts'
import { type Clock, DAY, isEndOf, longDate, type Span } from './calendar.ts'
import { OtherTime } from './refusal.ts'

/** Whether a market that expires at a moment, in milliseconds, is about a span. */
export type Fit = (span: Span, expiry: number) => boolean

/** The expiry is that instant, or within that day or at its end; of a period its first day: `by December`. */
export const isWithin: Fit = ({ start, end, isPeriod }, expiry) => {
  return start <= expiry && expiry <= (isPeriod ? start + DAY : end)
}

/** The expiry is on the day before the span begins, or when it begins. */
export const endsBefore: Fit = ({ start, end }, expiry) => {
  if (start === end) return expiry === start
  return start - DAY <= expiry && expiry <= start
}

/** The expiry is the end of the span. */
export const endsWith: Fit = ({ start, end }, expiry) => {
  return start === end ? expiry === start : isEndOf(end, expiry)
}

/** The expiry is on the last day of the span, or when that ends. */
export const endsIn: Fit = ({ end }, expiry) => end - DAY <= expiry && expiry <= end

/**
 * Refuses a date that does not match the market's expiry.
 *
 * @param words - the date as the question has it
 * @throws OtherTime
 */
export function requireFit(words: string, span: Span, fits: Fit, { expireAt, now }: Clock): undefined {
  const expiry = expireAt.getTime()
  if (fits(span, expiry) || (span.or && fits(span.or, expiry))) return undefined
  const meant = new Date(naturalExpiry(span, fits))
  const isMoment = span.start === span.end || fits === endsWith
  // A period that has begun is printed by its last day.
  const day = fits === endsIn ? span.end - DAY : span.start
  const said = isMoment ? formatMoment(meant) : longDate(new Date(day))
  const instead =
    fits === endsWith ? 'say "be" instead of "close"' : `name the date that it expires, ${longDate(expireAt)}`
  const [verb, change] = meant <= now ? ['was', ''] : ['means', 'change that time, or ']
  throw new OtherTime(`"${words}" ${verb} ${said}`, meant, { expireAt }, change + instead)
}

/** The natural expiry of a market about a span. */
function naturalExpiry({ start, end, isPeriod }: Span, fits: Fit): number {
  if (fits === endsBefore) return start
  return fits === isWithin && isPeriod ? start : end
}
