// Applies the log to the tables of this release.

import { and, eq, getTableName, sql } from 'drizzle-orm'
import type { Database } from '../../store/database.ts'
import { markets, positions, projection, walletStats } from '../../store/schema/history.ts'
import { type EventRow, isKind } from '../log/events.ts'
import type { Origin } from '../log/head.ts'
import { eventsOfLog, eventsOfMarket } from '../log/read.ts'
import { RowBuilder } from './row-builder.ts'
import { loadRows, storeRows, storeStats } from './rows.ts'
import { StatsChanges } from './stats.ts'

/** Another process has applied the same events. */
class Outrun extends Error {}

/** Opens the tables; empties them if they were applied from the log of another chain. */
export async function openProjection(db: Database, { program, genesis }: Origin): Promise<void> {
  await db.transaction(async (tx) => {
    const [row] = await tx.select().from(projection).for('update')
    if (row?.program === program && row.genesis === genesis) return
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
 * lock, and one of them writes them.
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
  const write = firstDrop === 0 ? await undo(db, first) : await applyPart(db, part)
  const to = (firstDrop === 0 ? first : (part.at(-1) ?? first)).id
  try {
    await db.transaction(async (tx) => {
      const moved = await tx
        .update(projection)
        .set({ applied: to })
        .where(eq(projection.applied, applied))
        .returning()
      if (moved.length === 0) throw new Outrun()
      await write(tx)
    })
  } catch (error) {
    if (error instanceof Outrun) return appliedId(db)
    throw error
  }
  return to
}

type Write = (tx: Database) => Promise<void>

async function applyPart(db: Database, events: readonly EventRow[]): Promise<Write> {
  const builder = await loadRows(db, events)
  for (const event of events) builder.apply(event)
  return (tx) => storeRows(tx, builder)
}

/** Applies a market's events anew, without those that were dropped. */
async function undo(db: Database, drop: EventRow): Promise<Write> {
  const events = await eventsOfMarket(db, drop.market)
  const before = build(liveAt(events, drop.id))
  const after = build(liveAt(events, drop.id + 1))
  const stats = new StatsChanges()
  stats.merge(after.stats, 1)
  stats.merge(before.stats, -1)
  return async (tx) => {
    await tx.delete(positions).where(eq(positions.market, drop.marketNumber))
    await tx.delete(markets).where(eq(markets.number, drop.marketNumber))
    await storeRows(tx, withoutStats(after))
    await storeStats(tx, stats)
    const { volume, bets, staked, returned, decided } = walletStats
    const isEmpty = [volume, bets, staked, returned, decided].map((column) => sql`${column} = 0`)
    await tx.delete(walletStats).where(and(...isEmpty))
  }
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

function withoutStats({ markets, positions }: RowBuilder): RowBuilder {
  return new RowBuilder([...markets.values()], [...positions.values()])
}
