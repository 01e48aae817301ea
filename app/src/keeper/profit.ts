// Tells from the events of a transaction what it does and what it earns, for the profit by step in the metrics.

import type { ProgramEvent } from '@prediction-market/sdk/events'

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
