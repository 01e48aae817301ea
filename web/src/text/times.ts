const SECOND = 1
const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const UNITS: [seconds: number, short: string, name: string][] = [
  [DAY, 'd', 'day'],
  [HOUR, 'h', 'hour'],
  [MINUTE, 'm', 'minute'],
  [SECOND, 's', 'second'],
]

/** A time of day with its zone: the sentence that decides a market is in UTC. */
const CLOCK = {
  hour: 'numeric',
  minute: '2-digit',
  second: '2-digit',
  timeZoneName: 'short',
} as const

const DATE_AND_TIME = new Intl.DateTimeFormat(undefined, {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  ...CLOCK,
})
const TIME = new Intl.DateTimeFormat(undefined, CLOCK)

/** Unix seconds of an ISO time. */
export function toSeconds(iso: string): number {
  return Math.floor(Date.parse(iso) / 1_000)
}

/** A date and time in the reader's time zone, which it names. */
export function formatTime(iso: string): string {
  return DATE_AND_TIME.format(new Date(iso))
}

/** A time of day with seconds, in the reader's time zone, which it names. */
export function formatClock(seconds: number): string {
  return TIME.format(new Date(seconds * 1_000))
}

const DAY_ONLY = new Intl.DateTimeFormat(undefined, { month: 'short', day: 'numeric' })
const DAY_AND_MINUTE = new Intl.DateTimeFormat(undefined, {
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
})

/** A date in a few characters, in the reader's time zone: with the time of day if it is within two days. */
export function formatDay(iso: string, now: number): string {
  const isNear = toSeconds(iso) - now < 2 * DAY
  return (isNear ? DAY_AND_MINUTE : DAY_ONLY).format(new Date(iso))
}

const MINUTE_ONLY = new Intl.DateTimeFormat(undefined, { hour: 'numeric', minute: '2-digit' })
const WITH_SECONDS = new Intl.DateTimeFormat(undefined, {
  hour: 'numeric',
  minute: '2-digit',
  second: '2-digit',
})

/** A moment on the axis of a chart, as exact as its span of seconds needs, in the reader's time zone. */
export function formatMoment(at: number, span: number): string {
  const format =
    span < 20 * MINUTE ? WITH_SECONDS : span < DAY ? MINUTE_ONLY : span < 10 * DAY ? DAY_AND_MINUTE : DAY_ONLY
  return format.format(new Date(at * 1_000))
}

/** A duration in its two largest units: `3h 20m`, `45s`. */
export function formatShortDuration(seconds: number): string {
  const parts = split(seconds)
  return parts.map(([count, short]) => `${count}${short}`).join(' ') || '0s'
}

/** A duration in words: `3 hours 20 minutes`. */
export function formatDuration(seconds: number): string {
  const parts = split(seconds)
  return parts.map(([count, , name]) => `${count} ${name}${count === 1 ? '' : 's'}`).join(' ') || '0 seconds'
}

/** How long ago something was: `just now`, `5m ago`. */
export function formatAgo(iso: string, now: number): string {
  const seconds = Math.floor(now - Date.parse(iso) / 1_000)
  if (seconds < 5) return 'just now'
  return `${formatShortDuration(seconds).split(' ')[0]} ago`
}

function split(seconds: number): [number, string, string][] {
  let rest = Math.max(0, Math.floor(seconds))
  const parts: [number, string, string][] = []
  for (const [length, short, name] of UNITS) {
    const count = Math.floor(rest / length)
    rest -= count * length
    if (count > 0) parts.push([count, short, name])
  }
  return parts.slice(0, 2)
}
