import type { Database } from '../../store/database.ts'
import { insertRows, isAnyOf } from '../../store/history/bulk.ts'
import * as tables from '../../store/history/schema.ts'
import { type Checkpoint, lockCheckpoint, saveCheckpoint } from './checkpoint.ts'
import { correctMarkets, removeTransactions } from './correct.ts'
import type { EventRow, LoggedEvent } from './events.ts'
import type { Entry } from './ledger.ts'
import { loadFold, storeFold } from './rows.ts'

/** A transaction and what it tells. */
export interface Told {
  entry: Entry
  events: readonly LoggedEvent[]
}

/**
 * Projects transactions, oldest first: all of their rows and how far the projection has come, or nothing. One
 * that was projected before, by whomever, changes nothing. One that was seen in another slot, on a fork that
 * the chain has left since, is replaced.
 *
 * @returns how far the projection has come
 */
export function applyTransactions(db: Database, program: string, told: readonly Told[]): Promise<Checkpoint> {
  return db.transaction(async (tx) => {
    const checkpoint = await lockCheckpoint(tx, program)
    const known = await knownSlots(
      tx,
      told.map(({ entry }) => entry),
    )
    const fresh = told.filter(({ entry }) => known.get(entry.signature) !== entry.slot)
    const moved = fresh.filter(({ entry }) => known.has(entry.signature))
    await removeTransactions(
      tx,
      moved.map(({ entry }) => entry.signature),
    )
    const rows = withIds(fresh, checkpoint.lastEvent)
    await project(tx, rows)
    await insertRows(tx, tables.events, rows)
    await insertRows(
      tx,
      tables.transactions,
      fresh.map(({ entry: { isFinal: finalized, ...entry } }) => ({ ...entry, finalized })),
    )
    // Of those that are new alone: others may have come further meanwhile with what is known.
    const head = fresh.findLast(({ entry }) => entry.slot >= checkpoint.headSlot)?.entry
    return saveCheckpoint(tx, checkpoint, {
      lastEvent: checkpoint.lastEvent + rows.length,
      ...(head && { headSignature: head.signature, headSlot: head.slot }),
    })
  })
}

/** Makes the rows that follow from events, which are not in the log yet. */
async function project(tx: Database, events: readonly EventRow[]): Promise<void> {
  const disordered = await findBegun(tx, events)
  for (;;) {
    const ordered = events.filter(({ market }) => !disordered.has(market))
    const fold = await loadFold(tx, ordered)
    for (const event of ordered) fold.apply(event)
    if (fold.disordered.size === 0) {
      await storeFold(tx, fold)
      break
    }
    // The fold holds half of them: it is thrown away and the others are done again.
    for (const market of fold.disordered) disordered.add(market)
  }
  const added = events.filter(({ market }) => disordered.has(market))
  await correctMarkets(tx, [...disordered], { added })
}

/** Markets that the log had events of before it hears of their creation. */
async function findBegun(tx: Database, events: readonly EventRow[]): Promise<Set<string>> {
  const { market } = tables.events
  const created = events.filter(({ kind }) => kind === 'market').map((event) => event.market)
  if (created.length === 0) return new Set()
  const rows = await tx.selectDistinct({ market }).from(tables.events).where(isAnyOf(market, created))
  return new Set(rows.map((row) => row.market))
}

/** The slots that transactions were projected in, by signature, of those that were. */
export async function knownSlots(db: Database, entries: readonly Entry[]): Promise<Map<string, number>> {
  const { signature, slot } = tables.transactions
  const signatures = entries.map((entry) => entry.signature)
  const rows = await db
    .select({ signature, slot })
    .from(tables.transactions)
    .where(isAnyOf(signature, signatures))
  return new Map(rows.map((row) => [row.signature, row.slot]))
}

/** Ids follow each other in the order of the chain. */
function withIds(told: readonly Told[], last: number): EventRow[] {
  return told
    .flatMap(({ entry: { signature, slot }, events }) =>
      events.map((event) => ({ ...event, signature, slot })),
    )
    .map((event, offset) => ({ ...event, id: last + offset + 1 }))
}
