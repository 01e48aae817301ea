// Queries for the bets of a market, which are events of the log, and for its pools over time.

import { InvalidInputError, type Stakes } from '@prediction-market/sdk'
import { and, asc, desc, inArray, lt, sql } from 'drizzle-orm'
import type { Database } from '../../store/database.ts'
import { isLiveBet, log } from '../../store/schema/log.ts'
import type { EventOf } from '../log/events.ts'
import { isMarket, numberOf, readDecimals, selectLog, toEvent } from '../log/read.ts'
import type { EventPage } from './events.ts'

/** A bet, with the market's pools after it. */
export type BetEvent = EventOf<'bet'>

const betsOf = (market: string) => and(isMarket(market), isLiveBet(log))

/** The bets of a market, newest first. */
export async function marketBets(db: Database, market: string, page: EventPage): Promise<BetEvent[]> {
  const older = page.before === undefined ? undefined : lt(log.id, page.before)
  const rows = await selectLog(db, and(betsOf(market), older))
    .orderBy(desc(log.id))
    .limit(page.limit)
    .offset(page.offset)
  const decimals = await readDecimals(db)
  return rows.map((row) => toEvent(row, decimals) as BetEvent)
}

export function countBets(db: Database, market: string): Promise<number> {
  return db.$count(log, betsOf(market))
}

/** The time of the latest bet on a market, in unix seconds; 0 if there is none. */
export async function lastBetAt(db: Database, market: string): Promise<number> {
  const [last] = await db
    .select({ placedAt: sql<string>`max(${log.time})` })
    .from(log)
    .where(betsOf(market))
  return Number(last?.placedAt ?? 0)
}

/** A range of time, divided into buckets of `interval` seconds. Unix seconds. */
export interface TimeRange {
  /** Inclusive. */
  from: number
  /** Exclusive. */
  to: number
  interval: number
}

/** The pools of a market at the end of a bucket, in base units. */
export interface PoolsAt {
  /** Start of the bucket, in unix seconds. */
  start: number
  pools: Stakes
}

/**
 * The pools of a market before a range of time, and at the end of each bucket with a bet. Bets are stored with the
 * pools after them, so the query reads only the last bet of each bucket, whatever the number of bets.
 */
export async function poolsOverTime(
  db: Database,
  market: string,
  { from, to, interval }: TimeRange,
): Promise<{ before: Stakes; buckets: PoolsAt[] }> {
  const start = (second: ReturnType<typeof sql>) =>
    sql`${from}::bigint + (${second} - ${from}::bigint) / ${interval}::bigint * ${interval}::bigint`
  const last = (before: ReturnType<typeof sql>) => sql`
    SELECT log.id, log.time FROM log
    WHERE log.market = (SELECT number FROM addressed) AND log.time < ${before} AND ${isLiveBet(log)}
    ORDER BY log.time DESC, log.id DESC LIMIT 1`
  const { rows } = await db.execute(sql`
    WITH RECURSIVE addressed AS (SELECT ${numberOf(market)} AS number), buckets AS (
      (${last(sql`${to}::bigint`)})
      UNION ALL
      SELECT found.* FROM buckets CROSS JOIN LATERAL (${last(start(sql`buckets.time`))}) AS found
      WHERE buckets.time >= ${from}::bigint
    )
    SELECT id FROM buckets`)
  const ids = rows.map(({ id }) => Number(id))
  const bets =
    ids.length === 0 ? [] : await selectLog(db, inArray(log.id, ids)).orderBy(asc(log.time), asc(log.id))
  const decimals = await readDecimals(db)
  const found = bets.map((row) => {
    const { time: second, details } = toEvent(row, decimals) as EventOf<'bet'>
    return { second, pools: details.pools }
  })
  const earlier = found.filter(({ second }) => second < from).at(-1)
  return {
    before: earlier?.pools ?? { Yes: 0n, No: 0n },
    buckets: found
      .filter(({ second }) => second >= from)
      .map(({ second, pools }) => ({
        start: from + Math.floor((second - from) / interval) * interval,
        pools,
      })),
  }
}

/** Lengths of the intervals that a market's history can be divided into, in seconds. */
export const INTERVALS = {
  '1s': 1,
  '10s': 10,
  '1m': 60,
  '5m': 300,
  '15m': 900,
  '1h': 3_600,
  '4h': 14_400,
  '1d': 86_400,
} as const

/** The name of such a length. */
export type Interval = keyof typeof INTERVALS

/** The most intervals of an answer. */
export const MAX_POINTS = 1_000

/** The most intervals of an answer if the caller names no length. */
const DEFAULT_POINTS = 200

/** The shortest length that gives at most `DEFAULT_POINTS` intervals. */
function defaultInterval(seconds: number): number {
  const lengths = Object.values(INTERVALS)
  return (
    lengths.find((length) => seconds / length <= DEFAULT_POINTS) ??
    // Longer than all named lengths: a whole number of days.
    INTERVALS['1d'] * Math.ceil(seconds / INTERVALS['1d'] / DEFAULT_POINTS)
  )
}

/**
 * Divides a range of unix seconds into intervals that begin at multiples of their length.
 *
 * @throws InvalidInputError for more than `MAX_POINTS` intervals
 */
export function divide(from: number, to: number, name: Interval | undefined): TimeRange {
  const interval = name ? INTERVALS[name] : defaultInterval(to - from)
  const start = Math.floor(from / interval) * interval
  const count = Math.ceil((to - start) / interval)
  if (count > MAX_POINTS) {
    throw new InvalidInputError(
      'interval',
      `gives ${count} intervals, and at most ${MAX_POINTS} are allowed: choose a longer one, or a shorter range`,
    )
  }
  return { from: start, to, interval }
}
