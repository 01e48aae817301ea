// Moments that questions about a change name.

import { type Clock, DAY, longDate, type Span } from './calendar.ts'
import { localDay, momentOf, readTimeOfDay, refuseZoneless, requireInUse, type TimeOfDay } from './clock.ts'
import type { Cursor } from './cursor.ts'
import { readDate } from './dates.ts'
import { refuse } from './refusal.ts'

/** A moment as named in a question: a day, a time of day, or both. */
export interface SaidMoment {
  day: Span | undefined
  time: TimeOfDay | undefined
  /** Until then: `by Friday`. */
  isBy: boolean
  words: string
}

/**
 * Reads `12:05 UTC`, `on Friday at noon ET`, `at 12:05 UTC on November 20`.
 *
 * @param after - a date without a year or a weekday is the first one that ends after this
 */
export function readMoment(cursor: Cursor, after: number): SaidMoment | undefined {
  let day: Span | undefined
  let time: TimeOfDay | undefined
  let isBy = false as boolean
  const readPart = () =>
    cursor.attempt(() => {
      const isUntil = cursor.phrase('by|before|until|till|through')
      if (!isUntil) cursor.phrase('at|on|as of|in|during')
      const read = time ? undefined : readTimeOfDay(cursor)
      time ??= read
      const date = read || day ? undefined : readDate(cursor, after)
      day ??= date
      if (read ?? date) isBy ||= isUntil
      return read ?? date
    })
  const { words } = cursor.quote(() => {
    while (readPart());
    return true
  })
  return day || time ? { day, time, isBy, words } : undefined
}

/** Two moments, in unix milliseconds: the reference and the expiry. */
export interface Moments {
  from: number
  to: number
}

/**
 * Finds the two moments that a question means. A day or a zone that is named once applies to both.
 *
 * @param isRange - whether they are named in chronological order, as in `between 23:50 and 00:10`
 * @param closes - whether a day without a time means its end
 * @returns `undefined` if a day without a time of day is not one moment
 */
export function resolveMoments(
  [from, to]: readonly [SaidMoment, SaidMoment],
  { expireAt }: Clock,
  { isRange, closes }: { isRange: boolean; closes: boolean },
): Moments | undefined {
  const [start, end] = [fixed(from, closes), fixed(to, closes)]
  if (start !== undefined && end !== undefined) return { from: start, to: end }
  const hasMoments = (from.time || start !== undefined) && (to.time || end !== undefined)
  if (!hasMoments) return undefined
  const zone = to.time?.zone ?? from.time?.zone
  if (!zone) return refuseZoneless((to.time ?? from.time) as TimeOfDay, expireAt)
  requireSameHalf(from.time, to.time)
  const momentOn = ({ time }: SaidMoment, day: number) => {
    if (!time) return undefined
    if (/midnight/i.test(time.words))
      refuse('midnight begins a day and ends one', 'write "00:00 UTC" and the date')
    const moment = momentOf(day, time, time.zone ?? zone)
    requireInUse(time.zone ?? zone, time.zoneWords, moment)
    return moment
  }
  const day = to.day?.start ?? from.day?.start ?? localDay(zone, expireAt.getTime())
  const last = end ?? momentOn(to, day) ?? 0
  const first = start ?? momentOn(from, from.day?.start ?? day) ?? 0
  const isInherited = !(from.day && to.day)
  // `between 23:50 and 00:10` ends on the day after it begins.
  if (isInherited && isRange && first >= last) {
    return from.day ? { from: first, to: last + DAY } : { from: first - DAY, to: last }
  }
  return { from: first, to: last }
}

/** The moment of an instant, or the end of a day if `closes`. */
function fixed({ day, time }: SaidMoment, closes: boolean): number | undefined {
  if (!day || time || day.isPeriod) return undefined
  if (day.or) return undefined
  return day.start === day.end || closes ? day.end : undefined
}

/** `1:00 and 2:00 PM` does not say whether the first is am or pm; with `AM` both readings are the same. */
function requireSameHalf(from: TimeOfDay | undefined, to: TimeOfDay | undefined): void {
  if (!from || !to) return
  const [one, other] = [from, to].map(({ words }) => /\d ?([ap])\.?m/i.exec(words)?.[1]?.toLowerCase())
  if (!one === !other) return
  const plain = one ? to : from
  const isMorning = (one ?? other) === 'a' && plain.seconds < 12 * 3_600
  const isClear = isMorning || plain.seconds >= 13 * 3_600 || plain.words === 'noon'
  if (isClear) return
  refuse(`${plain.words} may be in either half of the day`, BOTH_IN_UTC)
}

/** How two moments are clear. */
export const BOTH_IN_UTC = 'write both as "12:05 UTC", with the dates'

/** `at 12:10 UTC than at 12:05 UTC on November 16, 2026`. */
export function phraseMoments({ from, to }: Moments): string {
  const [first, last] = [new Date(from), new Date(to)]
  const clock = (date: Date) => `at ${date.toISOString().slice(11, 19).replace(/:00$/, '')} UTC`
  const day = `on ${longDate(first)}`
  return longDate(first) === longDate(last)
    ? `${clock(last)} than ${clock(first)} ${day}`
    : `on ${longDate(last)} ${clock(last)} than ${day} ${clock(first)}`
}

const MINUTE = 60_000

/** Units that proposed times are rounded to, for readability. */
const ROUND = [DAY, DAY / 24, 15 * MINUTE, 5 * MINUTE, MINUTE]

/** The next span of that length, from a round time that leaves a minute for bets. */
export function nextStretch(now: number, length: number): Moments {
  const unit = ROUND.find((round) => round <= length) ?? MINUTE
  const from = roundUp(now + MINUTE, unit)
  return { from, to: from + length }
}

/** The span from the next round time to a moment; `undefined` if too little time is left. */
export function restUntil(now: number, to: number): Moments | undefined {
  const unit = ROUND.find((round) => roundUp(now + MINUTE, round) + round <= to)
  return unit === undefined ? undefined : { from: roundUp(now + MINUTE, unit), to }
}

function roundUp(moment: number, unit: number): number {
  return Math.ceil(moment / unit) * unit
}
