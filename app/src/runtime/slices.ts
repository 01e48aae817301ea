import { setImmediate as nextTurn } from 'node:timers/promises'

/** Milliseconds after which long work lets others run. */
const SLICE_MS = 10

/**
 * Calls `each` for every item, and lets the event loop turn every few milliseconds, so that a walk over all markets
 * holds up no request. Items that are added or removed meanwhile are seen as the iterator sees them.
 */
export async function forEachInSlices<Item>(
  items: Iterable<Item>,
  each: (item: Item) => void,
): Promise<void> {
  let until = performance.now() + SLICE_MS
  for (const item of items) {
    each(item)
    if (performance.now() < until) continue
    await nextTurn()
    until = performance.now() + SLICE_MS
  }
}
