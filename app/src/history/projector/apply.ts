import { insertRows, isAnyOf } from '../../store/bulk.ts'
import type { Database } from '../../store/database.ts'
import type { Checkpoint, EventRow } from '../../store/schema/history.ts'
import * as tables from '../../store/schema/history.ts'
import { lockCheckpoint, saveCheckpoint } from './checkpoint.ts'
import type { LedgerEntry } from './ledger.ts'
import type { ReadTransaction } from './read-transactions.ts'
import { rebuildMarkets, removeTransactions } from './rebuild-markets.ts'
import { loadRows, storeRows } from './rows.ts'

/**
 * Projects transactions, oldest first, in one database transaction. Those that are projected already, by any
 * process, are skipped. One that was projected in another slot, on a fork that the chain has left, is replaced.
 *
 * @returns the new checkpoint
 */
export function applyTransactions(
  db: Database,
  program: string,
  transactions: readonly ReadTransaction[],
): Promise<Checkpoint> {
  return db.transaction(async (tx) => {
    const checkpoint = await lockCheckpoint(tx, program)
    const known = await projectedSlots(
      tx,
      transactions.map(({ entry }) => entry),
    )
    const fresh = transactions.filter(({ entry }) => known.get(entry.signature) !== entry.slot)
    const entries = fresh.map(({ entry }) => entry)
    const moved = entries.filter(({ signature }) => known.has(signature))
    await removeTransactions(
      tx,
      moved.map(({ signature }) => signature),
    )
    const events = withIds(fresh, checkpoint.lastEvent)
    await project(tx, events)
    await insertRows(tx, tables.events, events)
    await insertRows(
      tx,
      tables.transactions,
      entries.map(({ signature, slot, time, isFinal }) => ({ signature, slot, time, finalized: isFinal })),
    )
    // Only new transactions move the head: another process may have come further than the known ones.
    const head = entries.findLast(({ slot }) => slot >= checkpoint.headSlot)
    return saveCheckpoint(tx, checkpoint, {
      lastEvent: checkpoint.lastEvent + events.length,
      removals: checkpoint.removals + (moved.length > 0 ? 1 : 0),
      ...(head && { headSignature: head.signature, headSlot: head.slot }),
    })
  })
}

/** Writes the rows that follow from events, which are not in the log yet. */
async function project(tx: Database, events: readonly EventRow[]): Promise<void> {
  const disordered = await marketsLoggedBeforeCreation(tx, events)
  for (;;) {
    const ordered = events.filter(({ market }) => !disordered.has(market))
    const builder = await loadRows(tx, ordered)
    for (const event of ordered) builder.apply(event)
    if (builder.disordered.size === 0) {
      await storeRows(tx, builder)
      break
    }
    // The builder has applied some of their events: start again without these markets.
    for (const market of builder.disordered) disordered.add(market)
  }
  const added = events.filter(({ market }) => disordered.has(market))
  await rebuildMarkets(tx, [...disordered], { added })
}

/** Markets created by `events` that the log already has events of. */
async function marketsLoggedBeforeCreation(tx: Database, events: readonly EventRow[]): Promise<Set<string>> {
  const { market } = tables.events
  const created = events.filter(({ kind }) => kind === 'market').map((event) => event.market)
  if (created.length === 0) return new Set()
  const rows = await tx.selectDistinct({ market }).from(tables.events).where(isAnyOf(market, created))
  return new Set(rows.map((row) => row.market))
}

/** The slots of those transactions that are projected, by signature. */
export async function projectedSlots(
  db: Database,
  entries: readonly LedgerEntry[],
): Promise<Map<string, number>> {
  const { signature, slot } = tables.transactions
  const signatures = entries.map((entry) => entry.signature)
  const rows = await db
    .select({ signature, slot })
    .from(tables.transactions)
    .where(isAnyOf(signature, signatures))
  return new Map(rows.map((row) => [row.signature, row.slot]))
}

/** Numbers events in the order of the chain. */
function withIds(transactions: readonly ReadTransaction[], lastEvent: number): EventRow[] {
  let id = lastEvent
  return transactions.flatMap(({ entry: { signature, slot }, events }) =>
    events.map((event) => {
      id += 1
      return { ...event, id, signature, slot }
    }),
  )
}
