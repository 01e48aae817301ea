// Checks whether a price feed can decide a market. While a feed does not publish, no price can cross a target, so No
// would be a free bet. The program cannot know schedules: clients check before they open a market or bet.

import { MAX_PRICE_DELAY } from '../../idl/limits.ts'
import { feedText } from '../condition/describe.ts'
import { formatMoment } from '../condition/time.ts'
import { InvalidInputError } from '../errors.ts'
import type { TermsOf } from '../shapes.ts'
import type { FeedRefusal } from './feed-refused.ts'
import { isPrecise, type Price } from './price.ts'

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

/** The first second in which a feed is scheduled to be closed, from one to another; `null` if there is none. */
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

/** The current state of a feed; `null` where the source does not say. */
export interface FeedReading {
  /** The latest update. */
  price: Pick<Price, 'price' | 'conf' | 'publishTime'> | null
  /** `null` also if the feed is never closed. */
  schedule: FeedSchedule | null
}

/** A market to be opened on a feed. */
export interface FeedMarket {
  condition: { feed: string; referenceAt?: bigint | undefined }
  closeAt: bigint
  expireAt: bigint
  terms: Pick<TermsOf<unknown>, 'maxConfidenceBps'>
}

/** Seconds that an update may take from its publisher to a reader, even if a betting period is shorter. */
const DELIVERY = 10n

/**
 * Why a market on a feed is refused: the feed is scheduled to be closed between the end of betting and the last second
 * in which a price counts, or its confidence interval is too wide now. `null` if it is accepted.
 */
export function marketRefusal({ price, schedule }: FeedReading, market: FeedMarket): FeedRefusal | null {
  const { condition, closeAt, expireAt, terms } = market
  const feed = feedText(condition.feed)
  const closed = schedule && firstClosed(schedule, closeAt, expireAt + BigInt(MAX_PRICE_DELAY))
  if (closed !== null) {
    return {
      code: 'FeedClosed',
      message:
        `expireAt: ${feed} is scheduled to be closed at ${formatMoment(closed)}; it must publish from the end of ` +
        `betting until ${MAX_PRICE_DELAY} seconds after the expiry, so that both answers can be proven`,
    }
  }
  if (!price || isPrecise(price, terms)) return null
  return {
    code: 'FeedUncertain',
    message: `The price of ${feed} is too uncertain now: its confidence interval is wider than ${
      terms.maxConfidenceBps / 100
    } % of the price`,
  }
}

/**
 * Why a bet on a feed is refused: the feed is scheduled to be closed at the expiry or at the reference of a change, or
 * its last update is older than a betting period. `null` if it is accepted.
 *
 * @param now - the chain's clock, in unix seconds
 */
export function betRefusal(
  { price, schedule }: FeedReading,
  {
    condition,
    expireAt,
    terms,
  }: Pick<FeedMarket, 'condition' | 'expireAt'> & { terms: Pick<TermsOf<unknown>, 'period'> },
  now: bigint,
): FeedRefusal | null {
  const feed = feedText(condition.feed)
  const { referenceAt } = condition
  const seconds: [name: string, second: bigint][] = [['the expiry', expireAt]]
  if (referenceAt !== undefined) seconds.unshift(['the reference', referenceAt])
  const closed = schedule && seconds.find(([, second]) => firstClosed(schedule, second, second) !== null)
  if (closed) {
    const [name, second] = closed
    const result = referenceAt === undefined ? 'only No could be proven' : 'it would have no answer'
    return {
      code: 'FeedClosed',
      message: `${feed} is scheduled to be closed at ${name}, ${formatMoment(second)}: ${result}`,
    }
  }
  const period = BigInt(terms.period)
  const age = price ? now - BigInt(price.publishTime) : 0n
  if (age <= (period > DELIVERY ? period : DELIVERY)) return null
  return {
    code: 'FeedStale',
    message:
      `The last update of ${feed} is ${age} seconds old, more than a betting period of ${period} seconds: ` +
      'bets are refused until it publishes again',
  }
}
