// Queries the pools of a market over time.

import type { Stakes } from '@prediction-market/sdk'
import { sql } from 'drizzle-orm'
import type { Database } from '../../store/database.ts'

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
    SELECT placed_at, pool_yes, pool_no FROM bets
    WHERE market = ${market} AND placed_at < ${before}
    ORDER BY placed_at DESC, id DESC LIMIT 1`
  const { rows } = await db.execute(sql`
    WITH RECURSIVE buckets AS (
      (${last(sql`${to}::bigint`)})
      UNION ALL
      SELECT found.* FROM buckets CROSS JOIN LATERAL (${last(start(sql`buckets.placed_at`))}) AS found
      WHERE buckets.placed_at >= ${from}::bigint
    )
    SELECT placed_at::text AS second, pool_yes::text AS yes, pool_no::text AS no FROM buckets ORDER BY placed_at`)
  const found = (rows as { second: string; yes: string; no: string }[]).map(({ second, yes, no }) => ({
    second: Number(second),
    pools: { Yes: BigInt(yes), No: BigInt(no) },
  }))
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
