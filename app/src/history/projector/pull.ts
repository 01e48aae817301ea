import type { Database } from '../../store/database.ts'
import { applyTransactions, knownSlots } from './apply.ts'
import { type Checkpoint, readCheckpoint } from './checkpoint.ts'
import { recordFinality } from './finality.ts'
import type { Entry, Ledger } from './ledger.ts'
import { tell } from './tell.ts'

/** Where rows come from and where they go. */
export interface Projection {
  db: Database
  ledger: Ledger
  program: string
  /** Transactions that are projected at once: all of them or none. */
  batch: number
  /** Ends a pull between two batches. */
  signal?: AbortSignal | undefined
  /** Told how far the projection has come, after every step. */
  onProgress: (checkpoint: Checkpoint) => void
}

/**
 * Projects what the chain has and the store has not. There is no other way in: whatever was missed, for
 * whatever reason, is found by this.
 *
 * @param from - `head` looks at what came after the latest known transaction; `final` at everything that was
 *   not final yet the last time, and so also finds what was late in the list, and what was dropped
 */
export async function pull(projection: Projection, from: 'head' | 'final'): Promise<void> {
  const { db, ledger, program, signal, onProgress } = projection
  const { headSignature, finalSignature, finalSlot } = await readCheckpoint(db, program)
  const entries = await ledger.list(from === 'head' ? headSignature : finalSignature, finalSlot)
  await project(
    projection,
    entries.filter(({ isFailed }) => !isFailed),
  )
  if (signal?.aborted) return
  const checkpoint =
    from === 'final' ? await recordFinality(db, program, entries, ledger) : await readCheckpoint(db, program)
  onProgress(checkpoint)
}

async function project(projection: Projection, entries: readonly Entry[]): Promise<void> {
  const { db, ledger, program, batch, signal, onProgress } = projection
  for (let start = 0; start < entries.length && !signal?.aborted; start += batch) {
    const fresh = await withoutKnown(db, entries.slice(start, start + batch))
    if (fresh.length === 0) continue
    onProgress(await applyTransactions(db, program, await tell(ledger, program, fresh)))
  }
}

/** Saves the trouble of reading transactions that are there; whether they are is decided under the lock. */
async function withoutKnown(db: Database, entries: readonly Entry[]): Promise<Entry[]> {
  const known = await knownSlots(db, entries)
  return entries.filter((entry) => known.get(entry.signature) !== entry.slot)
}
