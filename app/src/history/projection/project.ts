// Applies the log to the tables of this release.

import { getTableName, inArray, type SQL, sql } from 'drizzle-orm'
import { arrayOf, insertIf } from '../../store/bulk.ts'
import type { Database } from '../../store/database.ts'
import { markets, positions, projection, type StoredStats, walletStats } from '../../store/schema/history.ts'
import { type EventRow, isKind } from '../log/events.ts'
import type { Origin } from '../log/head.ts'
import { eventsOfLog, eventsOfMarket } from '../log/read.ts'
import { RowBuilder } from './row-builder.ts'
import { addTotals, StatsChanges } from './stats.ts'

/** Opens the tables; empties them if they were applied from the log of another chain. */
export async function openProjection(db: Database, { program, genesis }: Origin): Promise<void> {
  const isOwn = (row: Origin | undefined) => row?.program === program && row.genesis === genesis
  // Mostly without a lock that a process could hold while it is frozen.
  const [known] = await db.select().from(projection)
  if (isOwn(known)) return
  await db.transaction(async (tx) => {
    const [row] = await tx.select().from(projection).for('update')
    if (isOwn(row)) return
    await emptyTables(tx)
    await tx.insert(projection).values({ program, genesis, applied: 0 }).onConflictDoNothing()
  })
}

/** Empties the tables, so that the log is applied to them again. @returns whether there were any */
export function rebuildTables(db: Database): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [row] = await tx.select().from(projection).for('update')
    if (!row) return false
    await emptyTables(tx)
    await tx.insert(projection).values({ ...row, applied: 0 })
    return true
  })
}

async function emptyTables(tx: Database): Promise<void> {
  const names = [markets, positions, walletStats, projection].map((table) =>
    sql.identifier(getTableName(table)),
  )
  await tx.execute(sql`TRUNCATE ${sql.join(names, sql`, `)}`)
}

/** Id of the last event that was applied, by whichever process. */
export async function appliedId(db: Database): Promise<number> {
  const [row] = await db.select({ applied: projection.applied }).from(projection)
  return row?.applied ?? 0
}

/**
 * Applies the next events of the log. Any number of processes may call it at once: each computes the same rows without a
 * lock, and one of them writes them, in one statement: no process can be frozen while it holds a lock.
 *
 * @param limit - events to apply at a time
 * @returns id of the last event that was applied
 */
export async function applyLog(db: Database, limit: number): Promise<number> {
  const applied = await appliedId(db)
  const events = await eventsOfLog(db, applied, limit)
  const [first] = events
  if (!first) return applied
  const firstDrop = events.findIndex(({ kind }) => kind === 'dropped')
  const part = firstDrop < 0 ? events : events.slice(0, firstDrop)
  const writes = firstDrop === 0 ? await undo(db, first) : await applyPart(db, part)
  const to = (firstDrop === 0 ? first : (part.at(-1) ?? first)).id
  const named = writes.map((write, index) => sql`, ${sql.identifier(`write_${index}`)} AS (${write})`)
  const { rows } = await db.execute(sql`WITH moved AS (
      UPDATE projection SET applied = ${to} WHERE applied = ${applied} RETURNING applied
    )${sql.join(named)} SELECT applied FROM moved`)
  return rows.length > 0 ? to : appliedId(db)
}

/** That no other process has applied the same events. */
const IS_FIRST = sql`EXISTS (SELECT FROM moved)`

async function applyPart(db: Database, events: readonly EventRow[]): Promise<SQL[]> {
  const builder = await loadRows(db, events)
  for (const event of events) builder.apply(event)
  return [...storeRows(builder), ...storeStats(builder.stats.rows(), 'add')]
}

/** Applies a market's events anew, without those that were dropped. */
async function undo(db: Database, drop: EventRow): Promise<SQL[]> {
  const events = await eventsOfMarket(db, drop.market)
  const before = build(liveAt(events, drop.id))
  const after = build(liveAt(events, drop.id + 1))
  const stats = new StatsChanges()
  stats.merge(after.stats, 1)
  stats.merge(before.stats, -1)
  const changed = stats.rows()
  const { left, empty } = addTotals(await db.select().from(walletStats).where(isOneOf(changed)), changed)
  const owners = arrayOf(
    [...after.positions.values()].map(({ owner }) => owner),
    'integer',
  )
  return [
    sql`DELETE FROM positions WHERE market = ${drop.marketNumber} AND NOT owner = ANY(${owners}) AND ${IS_FIRST}`,
    ...(after.markets.size > 0
      ? []
      : [sql`DELETE FROM markets WHERE number = ${drop.marketNumber} AND ${IS_FIRST}`]),
    ...storeRows(after),
    ...storeStats(left, 'overwrite'),
    sql`DELETE FROM wallet_stats WHERE ${isOneOf(empty)} AND ${IS_FIRST}`,
  ]
}

/** The events of a market that the log had before it had the id `before`, without those that were dropped by then. */
function liveAt(events: readonly EventRow[], before: number): EventRow[] {
  let live: EventRow[] = []
  for (const event of events) {
    if (event.id >= before) break
    if (isKind(event, 'dropped')) {
      const { event: first } = event.details
      live = live.filter(({ id }) => id < first)
    } else live.push(event)
  }
  return live
}

function build(events: readonly EventRow[]): RowBuilder {
  const builder = new RowBuilder()
  for (const event of events) builder.apply(event)
  return builder
}

/** Reads the rows that `events` change. */
async function loadRows(db: Database, events: readonly EventRow[]): Promise<RowBuilder> {
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

function storeRows(builder: RowBuilder): SQL[] {
  const [changed, held] = [[...builder.markets.values()], [...builder.positions.values()]]
  const key = [positions.market, positions.owner]
  return [
    ...insertIf(IS_FIRST, markets, changed, { key: [markets.address], how: 'overwrite' }),
    ...insertIf(IS_FIRST, positions, held, { key, how: 'overwrite' }),
  ]
}

/** Adds to the totals of wallets, or overwrites them. */
function storeStats(rows: readonly StoredStats[], how: 'add' | 'overwrite'): SQL[] {
  const { currency, period, start, wallet } = walletStats
  return insertIf(IS_FIRST, walletStats, rows, { key: [currency, period, start, wallet], how })
}

/** That a row has the wallet, currency and period of one of these. */
function isOneOf(rows: readonly StoredStats[]): SQL {
  const column = (name: 'currency' | 'period' | 'start' | 'wallet', type: string) =>
    arrayOf(
      rows.map((row) => row[name]),
      type,
    )
  return sql`(currency, period, start, wallet) IN (SELECT * FROM unnest(
    ${column('currency', 'text')}, ${column('period', 'text')}, ${column('start', 'integer')}, ${column('wallet', 'integer')}))`
}
