// Queries for markets and their decisions.

import type { DecisionTransactions } from '@prediction-market/sdk/proof'
import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { Database } from '../../store/database.ts'
import { type MarketRow, markets } from '../../store/schema/history.ts'
import { log } from '../../store/schema/log.ts'
import { signatureText } from '../log/bytes.ts'
import { codesOf } from '../log/kinds.ts'

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
  const { createdSignature: created, resolvedSignature: decided } = row
  if (decided === null) return null
  const isRecording = inArray(log.kind, codesOf(['observation', 'reference']))
  const [recording] = await db
    .select({ signature: log.signature })
    .from(log)
    .where(and(eq(log.market, row.number), isRecording, sql`NOT ${log.isDropped}`))
    .orderBy(asc(log.sequence))
    .limit(1)
  const recorded = recording ? signatureText(recording.signature) : null
  return { created, recorded, decided }
}
