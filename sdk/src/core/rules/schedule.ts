// Reads when a Pyth feed publishes, from the `schedule` of its metadata. The format is Pyth's:
// https://docs.pyth.network/price-feeds/core/pythnet-reference/schedule-format

import { InvalidInputError } from '../errors.ts'

/** Minutes of a day in which a feed publishes, the last one excluded. */
type Session = readonly [from: number, to: number]

/** The hours in which a feed publishes, in the time of its exchange. */
export interface FeedSchedule {
  /** Prints a moment in the time of the exchange, daylight-saving time included. */
  readonly clock: Intl.DateTimeFormat
  /** Monday first. */
  readonly week: readonly (readonly Session[])[]
  /** By month and day, such as `1225`; they replace the day of the week. */
  readonly holidays: ReadonlyMap<string, readonly Session[]>
}

const DAY = 1_440

/** 1 January 1970 was a Thursday. */
const FIRST_WEEKDAY = 3

/**
 * Reads a schedule such as `America/New_York;0930-1600,0930-1600,0930-1600,0930-1600,0930-1600,C,C;1225/C`: a time zone,
 * seven days from Monday on, and holidays. A day is `O` (open), `C` (closed) or sessions that are joined by `&`.
 *
 * @throws InvalidInputError if it has another form
 */
export function parseSchedule(text: string): FeedSchedule {
  const [zone = '', days = '', exceptions = '', ...rest] = text.split(';')
  const week = days.split(',').map((day) => parseDay(day, text))
  if (week.length !== 7 || rest.length > 0) throw malformed(text)
  const holidays = exceptions === '' ? [] : exceptions.split(',').map((entry) => parseHoliday(entry, text))
  return { clock: clockOf(zone, text), week, holidays: new Map(holidays) }
}

/**
 * The first second from one unix second to another, both included, in which a feed is scheduled to be closed; `null` if
 * it is open throughout.
 */
export function firstClosed(schedule: FeedSchedule, from: bigint, to: bigint): bigint | null {
  const last = Number(to)
  for (let second = Number(from); second <= last; ) {
    const wall = wallMinute(schedule.clock, second)
    const session = sessionsOf(schedule, wall).find(([start, end]) => start <= wall % DAY && wall % DAY < end)
    if (!session) return BigInt(second)
    second = after(schedule.clock, second, session[1] - (wall % DAY))
  }
  return null
}

/** The second that is `minutes` later than `second` by the clock of the exchange. */
function after(clock: Intl.DateTimeFormat, second: number, minutes: number): number {
  const minute = Math.floor(second / 60)
  // Clocks may have been changed in between.
  const changed = wallMinute(clock, (minute + minutes) * 60) - wallMinute(clock, second) - minutes
  return Math.max(minute + minutes - changed, minute + 1) * 60
}

function sessionsOf({ week, holidays }: FeedSchedule, wall: number): readonly Session[] {
  const day = Math.floor(wall / DAY)
  const date = new Date(day * DAY * 60_000).toISOString()
  return holidays.get(date.slice(5, 7) + date.slice(8, 10)) ?? week[(day + FIRST_WEEKDAY) % 7] ?? []
}

/** Minutes since 1970 by the clock of the exchange. */
function wallMinute(clock: Intl.DateTimeFormat, second: number): number {
  const part = Object.fromEntries(
    clock.formatToParts(second * 1_000).map(({ type, value }) => [type, Number(value)]),
  ) as Record<'year' | 'month' | 'day' | 'hour' | 'minute', number>
  return Date.UTC(part.year, part.month - 1, part.day, part.hour, part.minute) / 60_000
}

function clockOf(zone: string, text: string): Intl.DateTimeFormat {
  const digits = 'numeric'
  try {
    return new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      year: digits,
      month: digits,
      day: digits,
      hour: digits,
      minute: digits,
    })
  } catch {
    throw malformed(text)
  }
}

function parseHoliday(entry: string, text: string): [string, readonly Session[]] {
  const [, date, day] = /^((?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01]))\/(.+)$/.exec(entry) ?? []
  if (!date || !day) throw malformed(text)
  return [date, parseDay(day, text)]
}

function parseDay(day: string, text: string): readonly Session[] {
  if (day === 'C') return []
  if (day === 'O') return [[0, DAY]]
  return day.split('&').map((session) => {
    const [, hour, minute, endHour, endMinute] = /^(\d\d)([0-5]\d)-(\d\d)([0-5]\d)$/.exec(session) ?? []
    const from = Number(hour) * 60 + Number(minute)
    const to = Number(endHour) * 60 + Number(endMinute)
    if (!(from < to && to <= DAY)) throw malformed(text)
    return [from, to]
  })
}

function malformed(text: string): InvalidInputError {
  return new InvalidInputError('schedule', `must be a time zone, seven days and holidays, got ${text}`)
}
