import { and, desc, eq, lt } from 'drizzle-orm'
import type { Database } from '../store/database.ts'
import { markets, positions } from '../store/history/schema.ts'

/** A position as the history has it. */
export type PositionRow = typeof positions.$inferSelect

/** A position with its market. */
export interface MarketPosition {
  position: PositionRow
  market: typeof markets.$inferSelect
}

/** A page of positions. */
export interface PositionsPage {
  status?: 'open' | 'resolved' | 'void' | undefined
  /** Only those that were opened before this event. */
  before?: number | undefined
  offset: number
  limit: number
}

/** The positions of a wallet, the latest one first. */
export function positionsOf(db: Database, owner: string, page: PositionsPage): Promise<MarketPosition[]> {
  const where = [eq(positions.owner, owner)]
  if (page.before !== undefined) where.push(lt(positions.openedEvent, page.before))
  if (page.status) where.push(eq(markets.status, page.status))
  return db
    .select({ position: positions, market: markets })
    .from(positions)
    .innerJoin(markets, eq(markets.address, positions.market))
    .where(and(...where))
    .orderBy(desc(positions.openedEvent))
    .limit(page.limit)
    .offset(page.offset)
}

/** The position of a wallet in a market. */
export async function positionIn(
  db: Database,
  market: string,
  owner: string,
): Promise<PositionRow | undefined> {
  const [row] = await db
    .select()
    .from(positions)
    .where(and(eq(positions.market, market), eq(positions.owner, owner)))
  return row
}
