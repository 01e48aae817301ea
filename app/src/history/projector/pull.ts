import type { Database } from '../../store/database.ts'
import type { Checkpoint } from '../../store/schema/history.ts'
import { applyTransactions, projectedSlots } from './apply.ts'
import { readCheckpoint } from './checkpoint.ts'
import { recordFinality } from './finality.ts'
import type { Ledger, LedgerEntry } from './ledger.ts'
import { readTransactions } from './read-transactions.ts'

/** Where a pull reads from and writes to. */
export interface PullOptions {
  db: Database
  ledger: Ledger
  program: string
  /** Transactions to project in one database transaction. */
  batch: number
  /** Ends a pull between two batches. */
  signal?: AbortSignal | undefined
  /** Called with the checkpoint after every batch and at the end. */
  onProgress: (checkpoint: Checkpoint) => void
}

/**
 * Projects the transactions that the chain has and the store has not. Rows are written in no other way.
 *
 * @param from - `head`: transactions after the latest projected one. `final`: all transactions after the latest
 *   final one, which also finds those that were listed late and those that were dropped
 */
export async function pull(options: PullOptions, from: 'head' | 'final'): Promise<void> {
  const { db, ledger, program, signal, onProgress } = options
  const { headSignature, finalSignature, finalSlot } = await readCheckpoint(db, program)
  const entries = await ledger.list(from === 'head' ? headSignature : finalSignature, finalSlot)
  await project(
    options,
    entries.filter(({ isFailed }) => !isFailed),
  )
  if (signal?.aborted) return
  const checkpoint =
    from === 'final' ? await recordFinality(db, program, entries, ledger) : await readCheckpoint(db, program)
  onProgress(checkpoint)
}

async function project(options: PullOptions, entries: readonly LedgerEntry[]): Promise<void> {
  const { db, ledger, program, batch, signal, onProgress } = options
  for (let start = 0; start < entries.length && !signal?.aborted; start += batch) {
    const part = entries.slice(start, start + batch)
    // Saves reading transactions that are projected already; `applyTransactions` checks again under the lock.
    const known = await projectedSlots(db, part)
    const fresh = part.filter(({ signature, slot }) => known.get(signature) !== slot)
    if (fresh.length === 0) continue
    onProgress(await applyTransactions(db, program, await readTransactions(ledger, program, fresh)))
  }
}
