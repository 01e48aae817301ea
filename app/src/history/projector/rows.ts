import { sql } from 'drizzle-orm'
import type { Database } from '../../store/database.ts'
import { insertRows, isAnyOf } from '../../store/history/bulk.ts'
import * as tables from '../../store/history/schema.ts'
import type { EventRow } from './events.ts'
import { Fold } from './fold.ts'

/** Reads the rows that events bear on. */
export async function loadFold(tx: Database, events: readonly EventRow[]): Promise<Fold> {
  const { markets, positions } = tables
  const addresses = [...new Set(events.map(({ market }) => market))]
  if (addresses.length === 0) return new Fold()
  const concerned = events.filter(({ wallet, kind }) => wallet !== null && kind !== 'market')
  const pairs = [concerned.map(({ market }) => market), concerned.map(({ wallet }) => wallet)]
  const [ofMarkets, owners] = pairs.map((column) => sql`${sql.param(column)}::text[]`)
  return new Fold(
    await tx.select().from(markets).where(isAnyOf(markets.address, addresses)),
    await tx
      .select()
      .from(positions)
      .where(
        sql`(${positions.market}, ${positions.owner}) IN (SELECT * FROM unnest(${ofMarkets}, ${owners}))`,
      ),
  )
}

/** Stores the rows of a fold. */
export async function storeFold(tx: Database, fold: Fold): Promise<void> {
  const { markets, positions, bets } = tables
  await insertRows(tx, markets, [...fold.markets.values()], { key: [markets.address], how: 'overwrite' })
  const key = [positions.market, positions.owner]
  await insertRows(tx, positions, [...fold.positions.values()], { key, how: 'overwrite' })
  await insertRows(tx, bets, fold.bets)
  await storeStats(tx, fold)
}

/** Stores what wallets did. */
export async function storeStats(tx: Database, { stats }: Pick<Fold, 'stats'>): Promise<void> {
  const { walletStats } = tables
  const { currency, period, start, wallet } = walletStats
  await insertRows(tx, walletStats, stats.rows(), { key: [currency, period, start, wallet], how: 'addUp' })
}
