import { and, asc, eq, gt, inArray, isNotNull } from 'drizzle-orm'
import type { Database } from '../../store/database.ts'
import type { MarketRow } from '../../store/history/market.ts'
import { markets } from '../../store/history/schema.ts'

/** What lists need of a closed market. */
const listed = {
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
}

/** A closed market as lists need it. */
export type ClosedMarket = Pick<MarketRow, keyof typeof listed>

/** A market by its address, closed or not. */
export async function marketAt(db: Database, address: string): Promise<MarketRow | undefined> {
  const [row] = await db.select().from(markets).where(eq(markets.address, address))
  return row
}

/** Markets that were closed, by address, after one of them. */
export function closedMarkets(db: Database, after: string, limit: number): Promise<ClosedMarket[]> {
  return db
    .select(listed)
    .from(markets)
    .where(and(isNotNull(markets.closedAt), gt(markets.address, after)))
    .orderBy(asc(markets.address))
    .limit(limit)
}

/** Those of some markets that were closed. */
export function closedAmong(db: Database, addresses: readonly string[]): Promise<ClosedMarket[]> {
  return db
    .select(listed)
    .from(markets)
    .where(and(isNotNull(markets.closedAt), inArray(markets.address, [...addresses])))
}
