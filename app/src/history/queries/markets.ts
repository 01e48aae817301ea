// Queries for markets and their decisions.

import type { DecisionTransactions } from '@prediction-market/sdk/proof'
import { and, eq, inArray } from 'drizzle-orm'
import type { Database } from '../../store/database.ts'
import { events, type MarketRow, markets } from '../../store/schema/history.ts'

/** The row of a market, closed or not. */
export async function marketRow(db: Database, address: string): Promise<MarketRow | undefined> {
  const [row] = await db.select().from(markets).where(eq(markets.address, address))
  return row
}

/** The rows of markets, closed or not, in no order. */
export async function marketRows(db: Database, addresses: readonly string[]): Promise<MarketRow[]> {
  if (addresses.length === 0) return []
  return db
    .select()
    .from(markets)
    .where(inArray(markets.address, [...addresses]))
}

/** The transactions that created, recorded and decided a market; `null` if it is not decided. */
export async function decisionOf(db: Database, row: MarketRow): Promise<DecisionTransactions | null> {
  const { address, createdSignature: created, resolvedSignature: decided } = row
  if (decided === null) return null
  const [recording] = await db
    .select({ signature: events.signature })
    .from(events)
    .where(and(eq(events.market, address), inArray(events.kind, ['observation', 'reference'])))
  return { created, recorded: recording?.signature ?? null, decided }
}
