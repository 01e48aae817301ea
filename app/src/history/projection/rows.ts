// Loads the rows that events change, and stores them again.

import { inArray, sql } from 'drizzle-orm'
import { arrayOf, insertRows } from '../../store/bulk.ts'
import type { Database } from '../../store/database.ts'
import { markets, positions, walletStats } from '../../store/schema/history.ts'
import type { EventRow } from '../log/events.ts'
import { RowBuilder } from './row-builder.ts'
import type { StatsChanges } from './stats.ts'

/** Reads the rows that `events` change. */
export async function loadRows(db: Database, events: readonly EventRow[]): Promise<RowBuilder> {
  const numbers = [...new Set(events.map(({ marketNumber }) => marketNumber))]
  if (numbers.length === 0) return new RowBuilder()
  const ofWallets = events.filter(({ walletNumber, kind }) => walletNumber > 0 && kind !== 'market')
  const [ofMarkets, owners] = [
    arrayOf(
      ofWallets.map(({ marketNumber }) => marketNumber),
      'integer',
    ),
    arrayOf(
      ofWallets.map(({ walletNumber }) => walletNumber),
      'integer',
    ),
  ]
  return new RowBuilder(
    await db.select().from(markets).where(inArray(markets.number, numbers)),
    await db
      .select()
      .from(positions)
      .where(
        sql`(${positions.market}, ${positions.owner}) IN (SELECT * FROM unnest(${ofMarkets}, ${owners}))`,
      ),
  )
}

/** Stores the builder's rows. */
export async function storeRows(tx: Database, builder: RowBuilder): Promise<void> {
  const changed = [...builder.markets.values()]
  await insertRows(tx, markets, changed, { key: [markets.address], how: 'overwrite' })
  const key = [positions.market, positions.owner]
  await insertRows(tx, positions, [...builder.positions.values()], { key, how: 'overwrite' })
  await storeStats(tx, builder.stats)
}

/** Adds changes to the totals of wallets. */
export async function storeStats(tx: Database, stats: StatsChanges): Promise<void> {
  const { currency, period, start, wallet } = walletStats
  await insertRows(tx, walletStats, stats.rows(), { key: [currency, period, start, wallet], how: 'add' })
}
