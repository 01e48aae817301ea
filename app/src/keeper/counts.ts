// What the keeper's metrics count: markets by state, and what a transaction does and earns.

import type { ProgramEvent } from '@prediction-market/sdk/events'
import type { MarketBook } from '../book/book.ts'
import type { BookEntry } from '../book/entry.ts'
import { forEachInSlices } from '../runtime/slices.ts'

/** `overdue`: the decision is due. `unpaid`: decided, not paid out. `done`: paid out. */
export type MarketState = 'open' | 'overdue' | 'unpaid' | 'done'

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

/** What a transaction of a keeper does; `post` includes closing the accounts that posting a price left open. */
export const PURPOSES = [
  'open',
  'cancel',
  'decide',
  'record',
  'void',
  'collect',
  'settle',
  'close',
  'post',
  'burn',
] as const

export type Purpose = (typeof PURPOSES)[number]

/** What a transaction does, by the events that it emits. One that posts a price emits none. */
export function purposeOf(events: readonly ProgramEvent[]): Purpose {
  for (const { name, data } of events) {
    switch (name) {
      case 'MarketCreated':
        return 'open'
      case 'MarketCancelled':
        return 'cancel'
      case 'MarketResolved':
        return 'decide'
      case 'MarketVoided':
        // A void market with an answer was decided, but no stake counts on the winning side.
        return data.answer === null ? 'void' : 'decide'
      case 'FeesCollected':
        return 'collect'
      case 'PositionSettled':
        return 'settle'
      case 'MarketClosed':
        return 'close'
      case 'TokensBurned':
        return 'burn'
    }
  }
  // Deciding by both prices of a change records the first.
  return events.some(({ name }) => name === 'ObservationRecorded') ? 'record' : 'post'
}

/** Lamports that the signer of a transaction earns. */
export function rewardOf(events: readonly ProgramEvent[]): bigint {
  return events.reduce((sum, { data }) => sum + ('reward' in data ? data.reward : 0n), 0n)
}
