// Lists the program's signatures since the last that is final, and takes what the log lacks. By this the log learns that a
// market exists; what a list lacks of a market is found by number.

import { LRUCache } from 'lru-cache'
import type { LedgerEntry } from './chain/ledger.ts'
import { readTransactions } from './chain/read-transactions.ts'
import { readHead, saveListed } from './head.ts'
import { knownSlots } from './read.ts'
import { type LogSources, offerTransactions } from './sources.ts'

/** Transactions to read at a time. */
const BATCH = 500

export interface ListOptions extends LogSources {
  /** Transactions that have no event of the log, by signature and slot: they are read once. */
  without: LRUCache<string, true>
  signal?: AbortSignal | undefined
  /** Called after each batch. */
  onProgress?: (() => Promise<void>) | undefined
}

/** A memory of transactions without events. */
export function rememberWithout(): LRUCache<string, true> {
  return new LRUCache({ max: 10_000 })
}

/**
 * Takes the transactions that a list has and the log has not.
 *
 * @returns the list; empty if it was aborted
 */
export async function takeListed(options: ListOptions): Promise<LedgerEntry[]> {
  const { db, ledger, program, signal, onProgress } = options
  const { listedSignature, listedSlot } = await readHead(db, program)
  const entries = await ledger.list(listedSignature, listedSlot)
  for (let start = 0; start < entries.length; start += BATCH) {
    if (signal?.aborted) return []
    await take(options, entries.slice(start, start + BATCH))
    await onProgress?.()
  }
  await markListed(options, entries)
  return entries
}

/** Lets the next list begin where one that was taken is final, as {@link settle} has found. */
export async function markListed(
  { db, program }: Pick<LogSources, 'db' | 'program'>,
  entries: readonly LedgerEntry[],
): Promise<void> {
  if (entries.length === 0) return
  const { finalSlot } = await readHead(db, program)
  // A whole slot stays, since its transactions may be listed one after the other.
  const last = entries.findLast(({ isFinal, slot }) => isFinal && slot < finalSlot)
  if (last) await saveListed(db, program, last)
}

async function take(options: ListOptions, entries: readonly LedgerEntry[]): Promise<void> {
  const { db, ledger, program, intake, without } = options
  const succeeded = entries.filter((entry) => !entry.isFailed && !without.has(keyOf(entry)))
  const known = await knownSlots(
    db,
    succeeded.map(({ signature }) => signature),
  )
  const fresh = succeeded.filter(({ signature, slot }) => known.get(signature) !== slot)
  if (fresh.length === 0) return
  const { read } = await readTransactions(ledger, program, fresh)
  await offerTransactions(options, read)
  for (const { events, recovered, ...transaction } of read) {
    // The markets of truncated logs are looked at on their own: only there the missing numbers are known.
    for (const { market, sequence } of recovered ?? []) if (sequence === null) intake.note(market, 0)
    if (events.length === 0 && !recovered?.length) without.set(keyOf(transaction), true)
  }
}

function keyOf({ signature, slot }: { signature: string; slot: number }): string {
  return `${signature} ${slot}`
}
