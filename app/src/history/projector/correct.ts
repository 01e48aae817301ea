import { sql } from 'drizzle-orm'
import type { Database } from '../../store/database.ts'
import { insertRows, isAnyOf } from '../../store/history/bulk.ts'
import * as tables from '../../store/history/schema.ts'
import type { EventRow } from './events.ts'
import { Fold, inCausalOrder } from './fold.ts'
import { storeStats } from './rows.ts'
import { Stats } from './stats.ts'

/** How the log changes. */
interface Change {
  /** Events that come in, of whatever place in the order. */
  added?: readonly EventRow[]
  /** Transactions that never happened after all. */
  removed?: readonly string[]
}

/**
 * Makes all rows of markets again, from the log as it is after a change. The log itself is left to the caller:
 * it still is as it was before.
 */
export async function correctMarkets(
  tx: Database,
  markets: readonly string[],
  { added = [], removed = [] }: Change,
): Promise<void> {
  if (markets.length === 0) return
  const gone = new Set(removed)
  const log = await tx.select().from(tables.events).where(isAnyOf(tables.events.market, markets))
  const before = foldOf(log)
  const after = foldOf([...log.filter(({ signature }) => !gone.has(signature)), ...added])
  await tx.delete(tables.bets).where(isAnyOf(tables.bets.market, markets))
  await tx.delete(tables.positions).where(isAnyOf(tables.positions.market, markets))
  await tx.delete(tables.markets).where(isAnyOf(tables.markets.address, markets))
  await insertRows(tx, tables.markets, [...after.markets.values()])
  await insertRows(tx, tables.positions, [...after.positions.values()])
  await insertRows(tx, tables.bets, after.bets)
  const stats = new Stats()
  stats.merge(after.stats, 1)
  stats.merge(before.stats, -1)
  await storeStats(tx, { stats })
}

/** Removes transactions that the chain has dropped, and all that followed from them. */
export async function removeTransactions(tx: Database, signatures: readonly string[]): Promise<void> {
  if (signatures.length === 0) return
  const { events, transactions, walletStats } = tables
  const told = await tx
    .selectDistinct({ market: events.market })
    .from(events)
    .where(isAnyOf(events.signature, signatures))
  await correctMarkets(
    tx,
    told.map(({ market }) => market),
    { removed: signatures },
  )
  await tx.delete(events).where(isAnyOf(events.signature, signatures))
  await tx.delete(transactions).where(isAnyOf(transactions.signature, signatures))
  // A wallet that did nothing else leaves no trace either.
  const { volume, bets, staked, returned, decided } = walletStats
  await tx
    .delete(walletStats)
    .where(sql`${bets} = 0 AND ${decided} = 0 AND ${volume} = 0 AND ${staked} = 0 AND ${returned} = 0`)
}

function foldOf(events: readonly EventRow[]): Fold {
  const fold = new Fold()
  for (const event of inCausalOrder(events)) fold.apply(event)
  return fold
}
