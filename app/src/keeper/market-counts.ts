// Counts the markets in each state, for the keeper's metrics.

import type { MarketBook } from '../book/book.ts'
import type { BookEntry } from '../book/entry.ts'
import { forEachInSlices } from '../runtime/slices.ts'

/** `overdue`: the decision is due. `unpaid`: decided, not paid out. `done`: paid out. */
export type MarketState = 'open' | 'overdue' | 'unpaid' | 'done'

/** Markets by their state. */
export interface MarketCounts {
  states: Map<MarketState, number>
  /** Seconds that the oldest decision has been due; 0 if none is. */
  oldestOverdue: number
}

/**
 * Counts the markets of each state, without decoding them.
 *
 * @param now - the chain's time, in unix seconds
 */
export async function countMarkets(book: MarketBook, now: bigint): Promise<MarketCounts> {
  const time = Number(now)
  const states = new Map<MarketState, number>([
    ['open', 0],
    ['overdue', 0],
    ['unpaid', 0],
    ['done', 0],
  ])
  let oldestOverdue = 0
  await forEachInSlices(book.entries(), (entry) => {
    const state = stateOf(entry, time)
    states.set(state, (states.get(state) ?? 0) + 1)
    if (state === 'overdue') oldestOverdue = Math.max(oldestOverdue, time - entry.decisionDue)
  })
  return { states, oldestOverdue }
}

function stateOf({ status, decisionDue, isPaidOut }: BookEntry, time: number): MarketState {
  if (status === 'open') return time < decisionDue ? 'open' : 'overdue'
  return isPaidOut ? 'done' : 'unpaid'
}
