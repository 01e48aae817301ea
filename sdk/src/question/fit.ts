import { formatMoment } from '../condition/time.ts'
import { DAY, isEndOf, longDate, type Span } from './calendar.ts'
import { OtherTime } from './refusal.ts'

/** Whether a market that expires at a moment, in milliseconds, is about a span. */
export type Fit = (span: Span, expiry: number) => boolean

/**
 * An instant is the expiry itself; a day has it, or ends with it. A period has it on its first day, for `by
 * December` is over when December comes.
 */
export const isWithin: Fit = ({ start, end, isPeriod }, expiry) => {
  return start <= expiry && expiry <= (isPeriod ? start + DAY : end)
}

/** The expiry is on the day; with a time of day, nothing else fits. */
export const isOn: Fit = ({ start, end, isPeriod }, expiry) => {
  return start === end ? expiry === start : !isPeriod && start <= expiry && expiry < end
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

/** The expiry is on the last day of the span, or later. */
export const isOverBy: Fit = ({ end }, expiry) => end - DAY <= expiry

/**
 * Refuses a date that is not the market's.
 *
 * @param words - the date as the question has it
 * @throws OtherTime
 */
export function requireFit(words: string, span: Span, fits: Fit, expireAt: Date): void {
  if (fits(span, expireAt.getTime())) return
  const isInstant = span.start === span.end
  const day = isInstant ? formatMoment(new Date(span.start)) : longDate(new Date(span.start))
  const meant = fits === endsWith ? isoSeconds(span.end) : day
  const instead = fits === endsWith ? 'say "be" instead of "close"' : `name its date, ${longDate(expireAt)}`
  throw new OtherTime(
    `"${words}" means ${meant}, but expireAt is ${formatMoment(expireAt)}: change expireAt, or ${instead}`,
  )
}

/** `2026-12-01T00:00:00Z`. */
function isoSeconds(milliseconds: number): string {
  return new Date(milliseconds).toISOString().replace('.000', '')
}
