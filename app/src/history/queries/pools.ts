// Queries the pools of a market over time.

import type { Stakes } from '@prediction-market/sdk'
import { asc, inArray, sql } from 'drizzle-orm'
import type { Database } from '../../store/database.ts'
import { isLiveBet, log } from '../../store/schema/log.ts'
import type { EventOf } from '../log/events.ts'
import { numberOf, readDecimals, selectLog, toEvent } from '../log/read.ts'
import { toStakes } from '../stored.ts'

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
    return { second, pools: toStakes(details.pools) }
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
