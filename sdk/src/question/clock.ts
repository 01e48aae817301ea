// Times of day that questions name, with their time zones.

import { formatMoment } from '../core/condition/time.ts'
import { type Clock, DAY, HOUR, type Span } from './calendar.ts'
import type { Cursor } from './cursor.ts'
import { table } from './phrases.ts'
import { OtherTime, refuse } from './refusal.ts'
import { AMBIGUOUS_ZONES, offsetOf, ZONES, type Zone, zoneOf } from './zones.ts'

/** A time of day that a question names. */
export interface TimeOfDay {
  /** Since midnight. Midnight both begins and ends a day. */
  seconds: number
  isMidnight: boolean
  zone: Zone | undefined
  zoneWords: string
  /** As it was written, without the zone. */
  words: string
  /** The question with other words in its place. */
  replaced: (by: string) => string
}

const NAMED_TIMES = table([12 * 3_600, 'noon|midday'], [0, 'midnight'])

/** Reads `12:00 UTC`, `5pm ET`, `noon New York time`. */
export function readTimeOfDay(cursor: Cursor): TimeOfDay | undefined {
  const time = cursor.quote(() => {
    const token = cursor.take('time')
    if (token) return { ...token, isMidnight: token.seconds === DAY / 1_000 }
    const next = cursor.peek()
    if (next?.kind === 'number' && next.raw === '12') cursor.take('number')
    const isMidnight = cursor.word() === 'midnight'
    const seconds = cursor.longest(NAMED_TIMES)
    return seconds === undefined ? undefined : { seconds, isUtc: false, isMidnight }
  })
  if (!time.found) return undefined
  const { seconds, isUtc, isMidnight } = time.found
  const zone = cursor.quote(() => (isUtc ? { place: 0 } : readZone(cursor)))
  return {
    seconds: seconds % (DAY / 1_000),
    isMidnight,
    zone: zone.found,
    zoneWords: zone.words,
    words: time.words,
    replaced: time.replaced,
  }
}

function readZone(cursor: Cursor): Zone | undefined {
  const ambiguous = cursor.longest(AMBIGUOUS_ZONES)
  if (ambiguous) refuse('that time zone can be read in two ways', `say ${ambiguous}, or UTC`)
  const [place, hours] = cursor.longest(ZONES)?.split(' ') ?? []
  if (place) return { place, hours: hours ? Number(hours) : undefined }
  const offset = zoneOf(cursor.word() ?? '')
  if (offset) cursor.take('word')
  return offset
}

/** Requires that the market expires at that time of day, on one of the given days. @throws OtherTime */
export function requireTime(time: TimeOfDay, days: readonly Span[], { expireAt, now }: Clock): void {
  const { seconds, zone, zoneWords, isMidnight } = time
  const expiry = expireAt.getTime()
  if (!zone) refuseZoneless(time, expireAt)
  const [day] = days
  const named = momentOf(day?.start ?? localDay(zone, expiry), time, zone)
  // Without a day it is the next one.
  const meant = day || named > now.getTime() ? named : named + DAY
  const offset = offsetOf(zone, meant)
  requireInUse(zone, zoneWords, meant)
  const local = expiry + offset
  const isTime = isSameTime(local, seconds)
  const isDay = days.every(({ start, end, or }) => {
    return [{ start, end }, or].some((span) => span && isOnDay(span.start, span.end, local, isMidnight))
  })
  if (isTime && isDay) return
  const instead = meant > now.getTime() ? 'change one of them' : 'name a time to come'
  const said = `the question means ${formatMoment(new Date(meant))}`
  throw new OtherTime(said, new Date(meant), { expireAt }, instead)
}

/** Refuses a time of day without a time zone. */
export function refuseZoneless({ words, replaced }: TimeOfDay, expireAt: Date): never {
  return refuse(`${words} needs a time zone`, writtenInUtc(expireAt), replaced(`${words} UTC`))
}

/** Refuses a zone abbreviation of the wrong season, such as EST in summer. */
export function requireInUse(zone: Zone, words: string, moment: number): void {
  if (zone.hours === undefined || offsetOf(zone, moment) === zone.hours * HOUR) return
  refuse(`${words.toUpperCase()} is not in use on that date`, writtenInUtc(new Date(moment)))
}

function writtenInUtc(date: Date): string {
  return `write times in UTC, as in "${date.toISOString().slice(11, 16)} UTC"`
}

/** The day of a moment in a zone, as the milliseconds of its date in UTC. */
export function localDay(zone: Zone, moment: number): number {
  return Math.floor((moment + offsetOf(zone, moment)) / DAY) * DAY
}

/** Within a minute for xx:59, because many write 23:59 and mean the end of the hour. */
function isSameTime(local: number, seconds: number): boolean {
  const difference = Math.floor(local / 1_000 - seconds) % (DAY / 1_000)
  return difference === 0 || (seconds % 3_600 === 59 * 60 && difference < 60)
}

/** A day named with midnight may be the one that begins with it or the one that ends with it. */
function isOnDay(start: number, end: number, local: number, isMidnight: boolean): boolean {
  if (start === end) return local === start
  return start <= local && (local < end || (isMidnight && local === end))
}

/** The moment of a time of day on a local day; midnight is the end of the named day. */
export function momentOf(day: number, { seconds, isMidnight }: TimeOfDay, zone: Zone): number {
  const local = day + seconds * 1_000 + (isMidnight ? DAY : 0)
  return local - offsetOf(zone, local - offsetOf(zone, local))
}
