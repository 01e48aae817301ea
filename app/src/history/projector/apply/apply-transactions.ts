// Writes transactions into the history, in one database transaction a batch.

import { and, eq, inArray, or } from 'drizzle-orm'
import { insertRows, isAnyOf } from '../../../store/bulk.ts'
import type { Database } from '../../../store/database.ts'
import type { Checkpoint, EventRow } from '../../../store/schema/history.ts'
import * as tables from '../../../store/schema/history.ts'
import type { EventKind } from '../../../store/schema/history-types.ts'
import type { LedgerEntry } from '../read/ledger.ts'
import type { ReadTransaction } from '../read/read-transactions.ts'
import { advanceHead, lockCheckpoint, saveCheckpoint, type Writer } from './checkpoint.ts'
import { numberEvents } from './event-ids.ts'
import { recomputeMarkets, removeTransactions } from './recompute.ts'
import { loadRows, storeRows } from './rows.ts'
import { takeHidden } from './shown-events.ts'

/** What the store knows of a transaction. */
interface Known {
  slot: number
  finalized: boolean
  /** Whether it was set aside, so that its events are missing or those of a repair. */
  isUnread: boolean
}

/**
 * Projects transactions, oldest first, in one database transaction. Those that are projected already, by any
 * process, are skipped. One that was set aside, or that was projected in another slot, on a fork that the chain has
 * left, is replaced.
 *
 * @returns the new checkpoint
 */
export function applyTransactions(
  db: Database,
  writer: Writer,
  transactions: readonly ReadTransaction[],
): Promise<Checkpoint> {
  return db.transaction(async (tx) => {
    const checkpoint = await lockCheckpoint(tx, writer)
    const known = await knownTransactions(
      tx,
      transactions.map(({ entry }) => entry),
    )
    const fresh = transactions.filter(({ entry }) => {
      const before = known.get(entry.signature)
      return before?.isUnread || isFresh(entry, before)
    })
    const entries = fresh.map(({ entry }) => entry)
    const { events, notices, lastEvent } = await numberEvents(tx, fresh, checkpoint)
    const revealed = await takeHidden(tx, checkpoint, events, Math.max(checkpoint.lastId, lastEvent))
    const replaced = entries.filter(({ signature }) => known.has(signature))
    await removeTransactions(
      tx,
      replaced.map(({ signature }) => signature),
    )
    await logEvents(tx, [...events, ...revealed])
    await insertRows(tx, tables.events, notices)
    await insertRows(
      tx,
      tables.transactions,
      entries.map(({ signature, slot, time, isFinal }) => ({ signature, slot, time, finalized: isFinal })),
    )
    // Readers that follow the ids of events do not notice an event that has an earlier id.
    const isRevised = replaced.length > 0 || events.some(({ id }) => id <= checkpoint.lastEvent)
    return saveCheckpoint(tx, checkpoint, {
      lastEvent: Math.max(lastEvent, ...revealed.map(({ id }) => id)),
      removals: checkpoint.removals + (isRevised ? 1 : 0),
      ...advanceHead(checkpoint, entries),
    })
  })
}

/** Adds events to the log, and updates the rows that they change. */
async function logEvents(tx: Database, events: readonly EventRow[]): Promise<void> {
  const disordered = await marketsWithEffects(tx, events)
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
  await recomputeMarkets(tx, [...disordered], { added })
  await insertRows(tx, tables.events, events)
}

/** Markets that `events` create or decide although the log already has later events of them. */
async function marketsWithEffects(tx: Database, events: readonly EventRow[]): Promise<Set<string>> {
  const { market, kind } = tables.events
  const ofKind = (wanted: EventKind) =>
    events.filter((event) => event.kind === wanted).map((one) => one.market)
  const [created, decided] = [ofKind('market'), ofKind('resolution')]
  if (created.length + decided.length === 0) return new Set()
  const isEffect = or(
    isAnyOf(market, created),
    and(isAnyOf(market, decided), inArray(kind, ['fees', 'payout', 'closed'])),
  )
  const rows = await tx.selectDistinct({ market }).from(tables.events).where(isEffect)
  return new Set(rows.map((row) => row.market))
}

/** The store's knowledge of transactions, by signature. */
export async function knownTransactions(
  db: Database,
  entries: readonly LedgerEntry[],
): Promise<Map<string, Known>> {
  const { transactions, unread } = tables
  const { signature, slot, finalized } = transactions
  const signatures = entries.map((entry) => entry.signature)
  const rows = await db
    .select({ signature, slot, finalized, setAside: unread.signature })
    .from(transactions)
    .leftJoin(unread, eq(unread.signature, signature))
    .where(isAnyOf(signature, signatures))
  return new Map(
    rows.map((row) => [
      row.signature,
      { slot: row.slot, finalized: row.finalized, isUnread: row.setAside !== null },
    ]),
  )
}

/**
 * Whether an entry of the list is newer than what the store knows of its transaction. A newer slot replaces an older
 * one. An older slot counts only if it is final: a node that lags may still list the fork that the chain has left.
 */
export function isFresh(entry: LedgerEntry, known: Known | undefined): boolean {
  if (!known || entry.slot > known.slot) return true
  return entry.slot < known.slot && entry.isFinal && !known.finalized
}
