import { and, desc, eq, lt } from 'drizzle-orm'
import type { Database } from '../store/database.ts'
import { bets } from '../store/history/schema.ts'

/** A bet as the history has it. */
export type BetRow = typeof bets.$inferSelect

/** The bets of a market, newest first. */
export function betsOf(
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
