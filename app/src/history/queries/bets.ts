// Queries for the bets of a market.

import { and, count, desc, eq, lt } from 'drizzle-orm'
import type { Database } from '../../store/database.ts'
import { type BetRow, bets } from '../../store/schema/history.ts'

/** The bets of a market, newest first. */
export function marketBets(
  db: Database,
  market: string,
  page: { before?: number | undefined; offset: number; limit: number },
): Promise<BetRow[]> {
  const where = [eq(bets.market, market)]
  if (page.before !== undefined) where.push(lt(bets.id, page.before))
  return db
    .select()
    .from(bets)
    .where(and(...where))
    .orderBy(desc(bets.id))
    .limit(page.limit)
    .offset(page.offset)
}

/** The number of bets on a market. */
export async function countBets(db: Database, market: string): Promise<number> {
  const [row] = await db.select({ bets: count() }).from(bets).where(eq(bets.market, market))
  return row?.bets ?? 0
}

/** The time of the latest bet on a market, in unix seconds; 0 if there is none. */
export async function lastBetAt(db: Database, market: string): Promise<number> {
  const [last] = await db
    .select({ placedAt: bets.placedAt })
    .from(bets)
    .where(eq(bets.market, market))
    .orderBy(desc(bets.placedAt))
    .limit(1)
  return last?.placedAt ?? 0
}
