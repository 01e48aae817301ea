// Marks transactions as final, and removes those that the chain has dropped.

import { and, lte, not } from 'drizzle-orm'
import { insertRows, isAnyOf } from '../../../store/bulk.ts'
import type { Database } from '../../../store/database.ts'
import { type Checkpoint, events, transactions } from '../../../store/schema/history.ts'
import { knownTransactions } from '../apply/apply-transactions.ts'
import { lockCheckpoint, saveCheckpoint, type Writer } from '../apply/checkpoint.ts'
import { droppedEvents } from '../apply/event-ids.ts'
import { removeTransactions } from '../apply/recompute.ts'
import { createdMarkets, hiddenEvents, shownEvents } from '../apply/shown-events.ts'
import type { Ledger, LedgerEntry } from '../read/ledger.ts'

/** Slots that a node's list may lag behind the final slot. */
const LIST_LAG = 32

/** All transactions of the chain after the latest final one, which are projected or set aside. */
export interface Complete {
  entries: readonly LedgerEntry[]
  /** The slot up to which these are all, and the unix second when they were listed. */
  slot: number
  completedAt: number
}

/**
 * Marks transactions as final, and removes those that the chain has dropped.
 *
 * @param ledger - looks up missing transactions before any is removed
 */
export async function recordFinality(
  db: Database,
  writer: Writer,
  { slot, entries, completedAt }: Complete,
  ledger: Pick<Ledger, 'finalSlot' | 'finalities'>,
): Promise<Checkpoint> {
  const settledSlot = (await ledger.finalSlot()) - LIST_LAG
  const missing = await findMissing(db, entries, settledSlot)
  const finalities = missing.length === 0 ? [] : await ledger.finalities(missing)
  const named = (finality: string) =>
    missing.filter((_, index) => finalities[index] === finality).map(({ signature }) => signature)
  const dropped = [...named('dropped'), ...(await findFailed(db, entries))]
  const final = entries.filter(({ isFinal }) => isFinal)
  // The next full pull lists the transactions after this one again.
  const last = final.findLast(({ slot }) => slot <= settledSlot)
  return db.transaction(async (tx) => {
    const checkpoint = await lockCheckpoint(tx, writer)
    const succeeded = final.filter(({ isFailed }) => !isFailed)
    const signatures = [...succeeded.map(({ signature }) => signature), ...named('final')]
    await tx
      .update(transactions)
      .set({ finalized: true })
      .where(and(isAnyOf(transactions.signature, signatures), not(transactions.finalized)))
    const gone = await shownEvents(tx, dropped)
    await removeTransactions(tx, dropped)
    const hidden = await hiddenEvents(tx, createdMarkets(gone))
    const notices = droppedEvents([...gone, ...hidden], checkpoint.lastId)
    await insertRows(tx, events, notices)
    const isAhead = last !== undefined && last.slot >= checkpoint.finalSlot
    const isHeadDropped = dropped.some((signature) => signature === checkpoint.headSignature)
    return saveCheckpoint(tx, checkpoint, {
      lastEvent: notices.at(-1)?.id ?? checkpoint.lastEvent,
      removals: checkpoint.removals + (dropped.length > 0 ? 1 : 0),
      rebuilding: false,
      completeSlot: Math.max(checkpoint.completeSlot, slot),
      completedAt,
      ...(isAhead && { finalSignature: last.signature, finalSlot: last.slot }),
      ...(isHeadDropped && { headSignature: checkpoint.finalSignature, headSlot: checkpoint.finalSlot }),
    })
  })
}

/** Transactions that are projected from a fork on which they succeeded, and that failed in a final block. */
async function findFailed(db: Database, entries: readonly LedgerEntry[]): Promise<string[]> {
  const failed = entries.filter(({ isFailed, isFinal }) => isFailed && isFinal)
  const known = await knownTransactions(db, failed)
  return [...known.keys()]
}

/** Transactions that are not marked as final and not in the list, though their slot is settled. */
async function findMissing(db: Database, entries: readonly LedgerEntry[], settledSlot: number) {
  const listed = new Set(entries.map(({ signature }) => signature))
  const open = await db
    .select({ signature: transactions.signature, slot: transactions.slot })
    .from(transactions)
    .where(and(not(transactions.finalized), lte(transactions.slot, settledSlot)))
  return open.filter(({ signature }) => !listed.has(signature))
}
