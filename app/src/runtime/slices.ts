import { setImmediate as nextTurn } from 'node:timers/promises'

/** Milliseconds after which long work lets others run. */
const SLICE_MS = 10

/** Ends when the slice that was promised last may begin. */
let lastTurn: Promise<unknown> = Promise.resolve()

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
    await nextSlice()
    until = performance.now() + SLICE_MS
  }
}

/** Walks that run at once take turns: with a slice of each in one turn, it would be as long as all of them. */
function nextSlice(): Promise<unknown> {
  lastTurn = lastTurn.then(() => nextTurn())
  return lastTurn
}
