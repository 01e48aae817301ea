// Queries for the bets of a market: they are events of the log.

import { and, desc, lt, sql } from 'drizzle-orm'
import type { Database } from '../../store/database.ts'
import { isLiveBet, log } from '../../store/schema/log.ts'
import type { EventOf } from '../log/events.ts'
import { isMarket, readDecimals, selectLog, toEvent } from '../log/read.ts'

/** A bet, with the market's pools after it. */
export type BetEvent = EventOf<'bet'>

const betsOf = (market: string) => and(isMarket(market), isLiveBet(log))

/** The bets of a market, newest first. */
export async function marketBets(
  db: Database,
  market: string,
  page: { before?: number | undefined; offset: number; limit: number },
): Promise<BetEvent[]> {
  const older = page.before === undefined ? undefined : lt(log.id, page.before)
  const rows = await selectLog(db, and(betsOf(market), older))
    .orderBy(desc(log.id))
    .limit(page.limit)
    .offset(page.offset)
  const decimals = await readDecimals(db)
  return rows.map((row) => toEvent(row, decimals) as BetEvent)
}

/** The number of bets on a market. */
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
