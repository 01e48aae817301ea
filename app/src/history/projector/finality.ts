import { and, lte, not } from 'drizzle-orm'
import type { Database } from '../../store/database.ts'
import { isAnyOf } from '../../store/history/bulk.ts'
import { transactions } from '../../store/history/schema.ts'
import { type Checkpoint, lockCheckpoint, saveCheckpoint } from './checkpoint.ts'
import { removeTransactions } from './correct.ts'
import type { Entry, Ledger } from './ledger.ts'

/** Slots for which a transaction may be missing from a node's list after they became final: lists lag. */
const GRACE = 32

/**
 * Takes down which transactions can no longer be dropped, and removes those that were.
 *
 * @param entries - all transactions of the chain after the last one that was known to be final, projected
 * @param ledger - is asked again before anything is removed
 */
export async function recordFinality(
  db: Database,
  program: string,
  entries: readonly Entry[],
  ledger: Pick<Ledger, 'finalSlot' | 'fates'>,
): Promise<Checkpoint> {
  const settledSlot = (await ledger.finalSlot()) - GRACE
  const missing = await findMissing(db, entries, settledSlot)
  const fates = missing.length === 0 ? [] : await ledger.fates(missing)
  const dropped = missing.filter((_, index) => fates[index] === 'gone')
  const found = missing.filter((_, index) => fates[index] === 'final')
  const final = entries.filter(({ isFinal }) => isFinal)
  // From here on everything is looked at again the next time.
  const last = final.findLast(({ slot }) => slot <= settledSlot)
  return db.transaction(async (tx) => {
    const checkpoint = await lockCheckpoint(tx, program)
    const signatures = [...final, ...found].map(({ signature }) => signature)
    await tx
      .update(transactions)
      .set({ finalized: true })
      .where(and(isAnyOf(transactions.signature, signatures), not(transactions.finalized)))
    await removeTransactions(
      tx,
      dropped.map(({ signature }) => signature),
    )
    const isAhead = last !== undefined && last.slot >= checkpoint.finalSlot
    // If the latest one was dropped, the next look begins where all is final.
    const isHeadGone = dropped.some(({ signature }) => signature === checkpoint.headSignature)
    return saveCheckpoint(tx, checkpoint, {
      program,
      ...(isAhead && { finalSignature: last.signature, finalSlot: last.slot }),
      ...(isHeadGone && { headSignature: checkpoint.finalSignature, headSlot: checkpoint.finalSlot }),
    })
  })
}

/** Transactions that were confirmed and that the list has not, though their slot has been final for a while. */
async function findMissing(db: Database, entries: readonly Entry[], settledSlot: number) {
  const listed = new Set(entries.map(({ signature }) => signature))
  const open = await db
    .select({ signature: transactions.signature, slot: transactions.slot })
    .from(transactions)
    .where(and(not(transactions.finalized), lte(transactions.slot, settledSlot)))
  return open.filter(({ signature }) => !listed.has(signature))
}
