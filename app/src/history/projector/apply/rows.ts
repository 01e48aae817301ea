// Loads the rows that events change, and stores them again.

import { sql } from 'drizzle-orm'
import { insertRows, isAnyOf } from '../../../store/bulk.ts'
import type { Database } from '../../../store/database.ts'
import { bets, burns, type EventRow, markets, positions, walletStats } from '../../../store/schema/history.ts'
import { RowBuilder } from './row-builder.ts'
import type { StatsChanges } from './stats.ts'

/** Reads the rows that `events` change. */
export async function loadRows(tx: Database, events: readonly EventRow[]): Promise<RowBuilder> {
  const addresses = [...new Set(events.map(({ market }) => market))]
  if (addresses.length === 0) return new RowBuilder()
  const ofWallets = events.filter(({ wallet, kind }) => wallet !== null && kind !== 'market')
  const pairs = [ofWallets.map(({ market }) => market), ofWallets.map(({ wallet }) => wallet)]
  const [ofMarkets, owners] = pairs.map((column) => sql`${sql.param(column)}::text[]`)
  return new RowBuilder(
    await tx.select().from(markets).where(isAnyOf(markets.address, addresses)),
    await tx
      .select()
      .from(positions)
      .where(
        sql`(${positions.market}, ${positions.owner}) IN (SELECT * FROM unnest(${ofMarkets}, ${owners}))`,
      ),
  )
}

/** Stores the builder's rows. */
export async function storeRows(tx: Database, builder: RowBuilder): Promise<void> {
  await insertRows(tx, markets, [...builder.markets.values()], { key: [markets.address], how: 'overwrite' })
  const key = [positions.market, positions.owner]
  await insertRows(tx, positions, [...builder.positions.values()], { key, how: 'overwrite' })
  await insertRows(tx, bets, builder.bets)
  await insertRows(tx, burns, builder.burns)
  await storeStats(tx, builder.stats)
}

/** Adds changes to the totals of wallets. */
export async function storeStats(tx: Database, stats: StatsChanges): Promise<void> {
  const { currency, period, start, wallet } = walletStats
  await insertRows(tx, walletStats, stats.rows(), { key: [currency, period, start, wallet], how: 'add' })
}
