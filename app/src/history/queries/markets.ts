import type { DecisionTransactions } from '@prediction-market/sdk'
import { and, asc, eq, gt, inArray, isNotNull } from 'drizzle-orm'
import type { Database } from '../../store/database.ts'
import { events, type MarketRow, markets } from '../../store/schema/history.ts'

const closedColumns = {
  address: markets.address,
  creator: markets.creator,
  question: markets.question,
  token: markets.token,
  currency: markets.currency,
  decimals: markets.decimals,
  status: markets.status,
  createdAt: markets.createdAt,
  expireAt: markets.expireAt,
  poolYes: markets.poolYes,
  poolNo: markets.poolNo,
  outcome: markets.outcome,
}

/** The columns of a closed market that lists need. */
export type ClosedMarket = Pick<MarketRow, keyof typeof closedColumns>

/** The row of a market, closed or not. */
export async function marketRow(db: Database, address: string): Promise<MarketRow | undefined> {
  const [row] = await db.select().from(markets).where(eq(markets.address, address))
  return row
}

/** The transactions that created, recorded and decided a market; `null` if it is not decided. */
export async function decisionOf(db: Database, row: MarketRow): Promise<DecisionTransactions | null> {
  const { address, createdSignature: created, resolvedSignature: decided } = row
  if (decided === null) return null
  const [recording] = await db
    .select({ signature: events.signature })
    .from(events)
    .where(and(eq(events.market, address), eq(events.kind, 'observation')))
  return { created, recorded: recording?.signature ?? null, decided }
}

/** Closed markets with an address greater than `after`, sorted by address. */
export function closedMarkets(db: Database, after: string, limit: number): Promise<ClosedMarket[]> {
  return db
    .select(closedColumns)
    .from(markets)
    .where(and(isNotNull(markets.closedAt), gt(markets.address, after)))
    .orderBy(asc(markets.address))
    .limit(limit)
}

/** Closed markets with events after the one with id `after`. */
export function closedMarketsWithEvents(db: Database, after: number): Promise<ClosedMarket[]> {
  const changed = db.select({ market: events.market }).from(events).where(gt(events.id, after))
  return db
    .select(closedColumns)
    .from(markets)
    .where(and(isNotNull(markets.closedAt), inArray(markets.address, changed)))
}
