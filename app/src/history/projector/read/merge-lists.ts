import type { LedgerEntry } from './ledger.ts'

/**
 * Merges lists of the same chain by several nodes, oldest first. A transaction that the nodes list in several slots
 * is taken from the final one, or from the newest if none is final yet.
 */
export function mergeLists([first = [], ...others]: readonly LedgerEntry[][]): LedgerEntry[] {
  const merged = new Map(first.map((entry) => [entry.signature, entry]))
  for (const entry of others.flat()) {
    const known = merged.get(entry.signature)
    if (!known || supersedes(entry, known)) merged.set(entry.signature, entry)
  }
  // Sorting is stable: within a slot, the order of the first node that lists it.
  return [...merged.values()].sort((a, b) => a.slot - b.slot)
}

/** Whether an entry replaces another one of its transaction: a final one does, and otherwise the newer one. */
function supersedes(entry: LedgerEntry, known: LedgerEntry): boolean {
  return entry.isFinal === known.isFinal ? entry.slot > known.slot : entry.isFinal
}
