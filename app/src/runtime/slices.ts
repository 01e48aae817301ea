// Walks and sorts long lists in slices, so that requests are answered in between.

import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'

/** Milliseconds after which long work yields to the event loop. */
const SLICE_MS = 10

/** Items that are sorted in one step. */
const RUN = 500

type Compare<Item> = (a: Item, b: Item) => number

/** Resolves when the slice that was scheduled last may begin. */
let lastTurn: Promise<unknown> = Promise.resolve()

/**
 * Calls `each` for every item, and yields to the event loop every few milliseconds, so that a walk over all markets
 * delays no request. Items that are added or removed meanwhile are seen as the iterator sees them.
 *
 * @param pauseMs - milliseconds to pause before the next slice, for work that others must not wait for; 0 by default
 */
export async function forEachInSlices<Item>(
  items: Iterable<Item>,
  each: (item: Item) => void,
  pauseMs = () => 0,
): Promise<void> {
  let until = performance.now() + SLICE_MS
  for (const item of items) {
    each(item)
    if (performance.now() < until) continue
    const pause = pauseMs()
    if (pause > 0) await sleep(pause)
    await nextSlice()
    until = performance.now() + SLICE_MS
  }
}

/** Walks that run at once take turns: a turn with a slice of each would take as long as all of them. */
function nextSlice(): Promise<unknown> {
  lastTurn = lastTurn.then(() => nextTurn())
  return lastTurn
}

/** The items in order. Equal ones may change places. */
export async function sortInSlices<Item>(items: readonly Item[], compare: Compare<Item>): Promise<Item[]> {
  const runs: Item[][] = []
  await forEachInSlices(sorting(items, compare, runs), () => {})
  return runs.at(-1) ?? []
}

/** Sorts short runs, and merges two at a time until one is left; pauses after each small step. */
function* sorting<Item>(items: readonly Item[], compare: Compare<Item>, runs: Item[][]): Generator<void> {
  for (let start = 0; start < items.length; start += RUN) {
    runs.push(items.slice(start, start + RUN).sort(compare))
    yield
  }
  for (let next = 0; next + 1 < runs.length; next += 2) {
    const [one = [], other = []] = runs.slice(next, next + 2)
    const merged: Item[] = []
    runs.push(merged)
    for (const item of merging(one, other, compare)) {
      merged.push(item)
      yield
    }
  }
}

function* merging<Item>(one: Item[], other: Item[], compare: Compare<Item>): Generator<Item> {
  let place = 0
  for (const item of one) {
    while (place < other.length && compare(other[place] as Item, item) < 0) yield other[place++] as Item
    yield item
  }
  while (place < other.length) yield other[place++] as Item
}
