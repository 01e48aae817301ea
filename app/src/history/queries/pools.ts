import { sql } from 'drizzle-orm'
import type { Database } from '../../store/database.ts'

/** A stretch of time, cut into pieces of one length. Unix seconds. */
export interface Stretch {
  /** Inclusive. */
  from: number
  /** Exclusive. */
  to: number
  interval: number
}

/** The pools of a market at the end of a piece of time, in base units. */
export interface PoolsAt {
  /** When the piece begins, in unix seconds. */
  start: number
  pools: [yes: bigint, no: bigint]
}

/**
 * The pools of a market at the end of every piece of a stretch in which somebody bet, and those before it. A bet
 * knows the pools after it, so that only the last one of each piece is read: as many steps as there are such
 * pieces, however many bets there are.
 */
export async function poolsOverTime(
  db: Database,
  market: string,
  { from, to, interval }: Stretch,
): Promise<{ before: [yes: bigint, no: bigint]; pieces: PoolsAt[] }> {
  const start = (second: ReturnType<typeof sql>) =>
    sql`${from}::bigint + (${second} - ${from}::bigint) / ${interval}::bigint * ${interval}::bigint`
  const last = (before: ReturnType<typeof sql>) => sql`
    SELECT placed_at, pool_yes, pool_no FROM bets
    WHERE market = ${market} AND placed_at < ${before}
    ORDER BY placed_at DESC, id DESC LIMIT 1`
  const { rows } = await db.execute(sql`
    WITH RECURSIVE pieces AS (
      (${last(sql`${to}::bigint`)})
      UNION ALL
      SELECT found.* FROM pieces CROSS JOIN LATERAL (${last(start(sql`pieces.placed_at`))}) AS found
      WHERE pieces.placed_at >= ${from}::bigint
    )
    SELECT placed_at::text AS second, pool_yes::text AS yes, pool_no::text AS no FROM pieces ORDER BY placed_at`)
  const read = (rows as { second: string; yes: string; no: string }[]).map(({ second, yes, no }) => ({
    second: Number(second),
    pools: [BigInt(yes), BigInt(no)] as [bigint, bigint],
  }))
  const earlier = read.filter(({ second }) => second < from).at(-1)
  return {
    before: earlier?.pools ?? [0n, 0n],
    pieces: read
      .filter(({ second }) => second >= from)
      .map(({ second, pools }) => ({
        start: from + Math.floor((second - from) / interval) * interval,
        pools,
      })),
  }
}
