// Recomputes the rows of markets from their log, and removes transactions.

import { and, ne, sql } from 'drizzle-orm'
import { insertRows, isAnyOf } from '../../../store/bulk.ts'
import type { Database } from '../../../store/database.ts'
import type { EventRow } from '../../../store/schema/history.ts'
import * as tables from '../../../store/schema/history.ts'
import { inCausalOrder } from './causal-order.ts'
import { RowBuilder } from './row-builder.ts'
import { storeStats } from './rows.ts'
import { StatsChanges } from './stats.ts'

/** A change of the log. */
interface LogChange {
  /** New events, at any place in the order. */
  added?: readonly EventRow[]
  /** Signatures of transactions whose events are removed. */
  removed?: readonly string[]
}

/** Recomputes all rows of markets from their log after a change. The caller changes the log itself. */
export async function recomputeMarkets(
  tx: Database,
  markets: readonly string[],
  { added = [], removed = [] }: LogChange,
): Promise<void> {
  if (markets.length === 0) return
  const isRemoved = new Set(removed)
  const log = await tx
    .select()
    .from(tables.events)
    .where(and(isAnyOf(tables.events.market, markets), ne(tables.events.kind, 'dropped')))
  const before = buildRows(log)
  const after = buildRows([...log.filter(({ signature }) => !isRemoved.has(signature)), ...added])
  await tx.delete(tables.bets).where(isAnyOf(tables.bets.market, markets))
  await tx.delete(tables.positions).where(isAnyOf(tables.positions.market, markets))
  await tx.delete(tables.markets).where(isAnyOf(tables.markets.address, markets))
  await insertRows(tx, tables.markets, [...after.markets.values()])
  await insertRows(tx, tables.positions, [...after.positions.values()])
  await insertRows(tx, tables.bets, after.bets)
  const stats = new StatsChanges()
  stats.merge(after.stats, 1)
  stats.merge(before.stats, -1)
  await storeStats(tx, stats)
}

/** Removes transactions, their events and their effect on rows. Announcements of dropped events stay. */
export async function removeTransactions(tx: Database, signatures: readonly string[]): Promise<void> {
  if (signatures.length === 0) return
  const { burns, events, transactions, unread, walletStats } = tables
  const ofThese = and(isAnyOf(events.signature, signatures), ne(events.kind, 'dropped'))
  const affected = await tx
    .selectDistinct({ market: events.market })
    .from(events)
    // A purchase in the burn auction changes no market.
    .where(and(ofThese, ne(events.kind, 'burn')))
  await recomputeMarkets(
    tx,
    affected.map(({ market }) => market),
    { removed: signatures },
  )
  await tx.delete(burns).where(isAnyOf(burns.signature, signatures))
  await tx.delete(events).where(ofThese)
  await tx.delete(unread).where(isAnyOf(unread.signature, signatures))
  await tx.delete(transactions).where(isAnyOf(transactions.signature, signatures))
  const { volume, bets, staked, returned, decided } = walletStats
  await tx
    .delete(walletStats)
    .where(sql`${bets} = 0 AND ${decided} = 0 AND ${volume} = 0 AND ${staked} = 0 AND ${returned} = 0`)
}

function buildRows(events: readonly EventRow[]): RowBuilder {
  const builder = new RowBuilder()
  for (const event of inCausalOrder(events)) builder.apply(event)
  return builder
}
