// Times and durations as the language in use writes them, in the reader's time zone.

import { language, locale, t } from './language.ts'
import type { Language } from './languages.ts'
import { formatNumber, kept } from './numbers.ts'

const SECOND = 1
const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

type Unit = 'day' | 'hour' | 'minute' | 'second'

const UNITS: readonly (readonly [seconds: number, unit: Unit])[] = [
  [DAY, 'day'],
  [HOUR, 'hour'],
  [MINUTE, 'minute'],
  [SECOND, 'second'],
]

const DAY_ONLY = { month: 'short', day: 'numeric' } as const
const MINUTE_ONLY = { hour: 'numeric', minute: '2-digit' } as const
const WITH_SECONDS = { ...MINUTE_ONLY, second: '2-digit' } as const
const DAY_AND_MINUTE = { ...DAY_ONLY, ...MINUTE_ONLY } as const

/** With its zone: the sentence that decides a market is in UTC. */
const DATE_AND_TIME = { year: 'numeric', ...DAY_ONLY, ...WITH_SECONDS, timeZoneName: 'short' } as const

const formats = new Map<string, Intl.DateTimeFormat>()

function format(options: Intl.DateTimeFormatOptions, date: Date): string {
  const key = locale() + JSON.stringify(options)
  return kept(formats, key, () => new Intl.DateTimeFormat(locale(), options)).format(date)
}

/** Unix seconds of an ISO time. */
export function toSeconds(iso: string): number {
  return Math.floor(Date.parse(iso) / 1_000)
}

/** A date and time in the reader's time zone, which it names. */
export function formatTime(iso: string): string {
  return format(DATE_AND_TIME, new Date(iso))
}

/** What a time shows on hover: in the reader's zone and in UTC, which the rules are in. */
export function titleOfTime(iso: string): string {
  const [date = '', time = ''] = new Date(iso).toISOString().split('T')
  return `${formatTime(iso)} = ${date} ${time.slice(0, 8)} UTC`
}

/** A time of day with seconds, in the reader's time zone. */
export function formatSecond(seconds: number): string {
  return format(WITH_SECONDS, new Date(seconds * 1_000))
}

/** A date in a few characters, in the reader's time zone: with the time of day if it is within two days. */
export function formatDay(iso: string, now: number): string {
  const isNear = toSeconds(iso) - now < 2 * DAY
  return format(isNear ? DAY_AND_MINUTE : DAY_ONLY, new Date(iso))
}

/** A moment on the axis of a chart, as exact as its span of seconds needs, in the reader's time zone. */
export function formatMoment(at: number, span: number): string {
  const options =
    span < 20 * MINUTE ? WITH_SECONDS : span < DAY ? MINUTE_ONLY : span < 10 * DAY ? DAY_AND_MINUTE : DAY_ONLY
  return format(options, new Date(at * 1_000))
}

/** A duration in its two largest units: `3h 20m`, `45s`. */
export function formatShortDuration(seconds: number): string {
  // Every card of the list has one. Intl would load the names of all units for it, the longest step of drawing the list.
  const { units } = t().common.times
  const parts = split(seconds).map(([count, unit]) => formatNumber(count) + units[unit])
  return parts.join(' ')
}

/** A duration in words: `3 hours 20 minutes`. */
export function formatDuration(seconds: number): string {
  const parts = split(seconds).map(([count, unit]) =>
    formatNumber(count, { style: 'unit', unit, unitDisplay: 'long' }),
  )
  return parts.join(' ')
}

const relativeFormats = new Map<Language, Intl.RelativeTimeFormat>()

function relativeFormat(): Intl.RelativeTimeFormat {
  return kept(relativeFormats, language(), () => {
    return new Intl.RelativeTimeFormat(language(), { style: 'narrow' })
  })
}

/** How long ago something was: `just now`, `5m ago`. */
export function formatAgo(iso: string, now: number): string {
  const seconds = Math.floor(now - Date.parse(iso) / 1_000)
  if (seconds < 5) return t().common.times.justNow
  const [[count, unit]] = split(seconds)
  return relativeFormat().format(-count, unit)
}

/** A moment in words, by how many of a unit it is away: `in 5 minutes`. */
export function formatIn(count: number, unit: Unit | 'week'): string {
  return new Intl.RelativeTimeFormat(language()).format(count, unit)
}

/** The two largest units of a duration; a second for less than one. */
function split(seconds: number): [Counted, ...Counted[]] {
  let rest = Math.max(0, Math.floor(seconds))
  const parts: Counted[] = []
  for (const [length, unit] of UNITS) {
    const count = Math.floor(rest / length)
    rest -= count * length
    if (count > 0) parts.push([count, unit])
  }
  const [first = [0, 'second'], ...others] = parts.slice(0, 2) as Counted[]
  return [first, ...others]
}

type Counted = [count: number, unit: Unit]
