import type { LedgerEntry } from './ledger.ts'

/**
 * Merges lists of the same chain by several nodes, oldest first. A transaction that the nodes list in several slots
 * is taken from the newest, and is final if one node says so.
 */
export function mergeLists([first = [], ...others]: readonly LedgerEntry[][]): LedgerEntry[] {
  const merged = new Map(first.map((entry) => [entry.signature, entry]))
  for (const entry of others.flat()) {
    const known = merged.get(entry.signature)
    const newer = known && known.slot > entry.slot ? known : entry
    merged.set(entry.signature, { ...newer, isFinal: entry.isFinal || known?.isFinal === true })
  }
  // Sorting is stable: within a slot, the order of the first node that lists it.
  return [...merged.values()].sort((a, b) => a.slot - b.slot)
}
