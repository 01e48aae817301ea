import { and, desc, eq, lt } from 'drizzle-orm'
import type { Database } from '../../store/database.ts'
import type { MarketRow } from '../../store/history/market.ts'
import { markets, positions } from '../../store/history/schema.ts'

/** A position as the history has it. */
export type PositionRow = typeof positions.$inferSelect

/** What it takes of a market to say what a position in it is worth. */
const marketColumns = {
  address: markets.address,
  question: markets.question,
  currency: markets.currency,
  decimals: markets.decimals,
  status: markets.status,
  outcome: markets.outcome,
  expireAt: markets.expireAt,
  poolYes: markets.poolYes,
  poolNo: markets.poolNo,
  burnBps: markets.burnBps,
  developerBps: markets.developerBps,
}

/** A position with its market. */
export interface MarketPosition {
  position: PositionRow
  market: Pick<MarketRow, keyof typeof marketColumns>
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
    .select({ position: positions, market: marketColumns })
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
