// Sets transactions aside that cannot be read or projected, and schedules when to try them again.

import { asc, eq, lte } from 'drizzle-orm'
import { insertRows, isAnyOf } from '../../../store/bulk.ts'
import type { Database } from '../../../store/database.ts'
import { type Checkpoint, transactions, unread } from '../../../store/schema/history.ts'
import { advanceHead, lockCheckpoint, saveCheckpoint, type Writer } from '../apply/checkpoint.ts'
import type { LedgerEntry } from '../read/ledger.ts'
import type { UnreadTransaction } from '../read/read-transactions.ts'

/** Seconds until the first retry; each pause is twice the one before it, up to the longest. */
const FIRST_PAUSE = 5
const LONGEST_PAUSE = 3_600

/** The most characters of a reason that are kept. */
const MAX_REASON = 500

/**
 * Sets transactions aside that cannot be read or projected, so that later ones are still projected. Their events from
 * another slot stay in the log.
 */
export function setAside(
  db: Database,
  writer: Writer,
  failed: readonly UnreadTransaction[],
): Promise<Checkpoint> {
  return db.transaction(async (tx) => {
    const checkpoint = await lockCheckpoint(tx, writer)
    const entries = failed.map(({ entry }) => entry)
    const signatures = entries.map(({ signature }) => signature)
    const before = await tx.select().from(unread).where(isAnyOf(unread.signature, signatures))
    const attempts = new Map(before.map((row) => [row.signature, row.attempts]))
    await insertRows(
      tx,
      transactions,
      entries.map(({ signature, slot, time, isFinal }) => ({ signature, slot, time, finalized: isFinal })),
      { key: [transactions.signature], how: 'overwrite' },
    )
    const now = Math.floor(Date.now() / 1_000)
    const rows = failed.map(({ entry: { signature }, reason }) => {
      const count = attempts.get(signature) ?? 0
      const pause = Math.min(FIRST_PAUSE * 2 ** Math.min(count, 20), LONGEST_PAUSE)
      return { signature, reason: textOf(reason), attempts: count + 1, retryAt: now + pause }
    })
    await insertRows(tx, unread, rows, { key: [unread.signature], how: 'overwrite' })
    return saveCheckpoint(tx, checkpoint, advanceHead(checkpoint, entries))
  })
}

/** Transactions that were set aside and are due for a retry, oldest first. */
export async function dueUnread(db: Database, limit: number): Promise<LedgerEntry[]> {
  const rows = await db
    .select({ transaction: transactions })
    .from(unread)
    .innerJoin(transactions, eq(transactions.signature, unread.signature))
    .where(lte(unread.retryAt, Math.floor(Date.now() / 1_000)))
    .orderBy(asc(transactions.slot))
    .limit(limit)
  return rows.map(({ transaction: { signature, slot, time, finalized } }) => {
    return { signature, slot, time, isFailed: false, isFinal: finalized }
  })
}

/** The reason without NUL, which databases do not store. */
function textOf({ message }: Error): string {
  return message.replaceAll('\0', '').slice(0, MAX_REASON)
}
