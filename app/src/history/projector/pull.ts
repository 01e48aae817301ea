// One pass of the projector over the transactions that the chain has and the store has not.

import { type Database, isOutage } from '../../store/database.ts'
import type { Checkpoint } from '../../store/schema/history.ts'
import { applyTransactions, isFresh, knownTransactions } from './apply/apply-transactions.ts'
import { Replaced, readCheckpoint, type Writer } from './apply/checkpoint.ts'
import { recordFinality } from './heal/finality.ts'
import { repairFromAccounts } from './heal/repair.ts'
import { dueUnread, setAside } from './heal/set-aside.ts'
import type { Ledger, LedgerEntry } from './read/ledger.ts'
import { type ReadTransaction, readTransactions, type UnreadTransaction } from './read/read-transactions.ts'

/** Options of a pull. */
export interface PullOptions extends Writer {
  db: Database
  ledger: Ledger
  /** Transactions to project in one database transaction. */
  batch: number
  /** Ends a pull between two batches. */
  signal?: AbortSignal | undefined
  /** Called with the checkpoint after every batch and at the end. */
  onProgress: (checkpoint: Checkpoint) => void
  /** Called for each transaction that is set aside. */
  onUnread?: ((transaction: UnreadTransaction) => void) | undefined
}

/**
 * Projects the transactions that the chain has and the store has not. All rows of the history are written here.
 *
 * @param from - `head`: transactions after the latest projected one. `final`: all transactions after the latest
 *   final one, which also finds those that were listed late or dropped, and retries those that could not be read
 * @throws Replaced if another process has become the leader
 */
export async function pull(options: PullOptions, from: 'head' | 'final'): Promise<void> {
  const { db, ledger, program, signal, onProgress } = options
  const isFull = from === 'final'
  const listedAt = Math.floor(Date.now() / 1_000)
  const { headSignature, finalSignature, finalSlot } = await readCheckpoint(db, program)
  const { slot, entries } = await ledger.list(isFull ? finalSignature : headSignature, finalSlot, isFull)
  await projectNew(
    options,
    entries.filter(({ isFailed }) => !isFailed),
  )
  if (signal?.aborted) return
  if (isFull) await retryUnread(options)
  onProgress(
    isFull
      ? await recordFinality(db, options, { entries, slot, completedAt: listedAt }, ledger)
      : await readCheckpoint(db, program),
  )
}

async function projectNew(options: PullOptions, entries: readonly LedgerEntry[]): Promise<void> {
  const { db, batch, signal } = options
  for (let start = 0; start < entries.length && !signal?.aborted; start += batch) {
    const part = entries.slice(start, start + batch)
    // Saves reading transactions that are known already; `applyTransactions` checks again under the lock.
    const known = await knownTransactions(db, part)
    const fresh = part.filter((entry) => isFresh(entry, known.get(entry.signature)))
    if (fresh.length > 0) await project(options, fresh)
  }
}

/** Tries transactions again that were set aside. If any fails again, repairs markets from their accounts. */
async function retryUnread(options: PullOptions): Promise<void> {
  const due = await dueUnread(options.db, options.batch)
  if (due.length === 0) return
  const failed = await project(options, due)
  if (failed.length > 0) await repairFromAccounts(options)
}

/** @returns the transactions that were set aside */
async function project(
  options: PullOptions,
  entries: readonly LedgerEntry[],
): Promise<readonly UnreadTransaction[]> {
  const { db, ledger, program, onProgress, onUnread } = options
  const { read, unread } = await readTransactions(ledger, program, entries)
  const failed = [...unread, ...(await apply(options, read))]
  if (failed.length > 0) onProgress(await setAside(db, options, failed))
  for (const one of failed) onUnread?.(one)
  return failed
}

/** @returns the transactions that cannot be projected */
async function apply(options: PullOptions, read: readonly ReadTransaction[]): Promise<UnreadTransaction[]> {
  const { db, program, onProgress } = options
  const [first] = read
  if (!first) return []
  try {
    onProgress(await applyTransactions(db, options, read))
    return []
  } catch (error) {
    // A failure of the database says nothing about the transactions.
    if (error instanceof Replaced || isOutage(error)) throw error
    await readCheckpoint(db, program)
    if (read.length === 1) return [{ entry: first.entry, reason: error as Error }]
    const middle = read.length >> 1
    return [...(await apply(options, read.slice(0, middle))), ...(await apply(options, read.slice(middle)))]
  }
}
