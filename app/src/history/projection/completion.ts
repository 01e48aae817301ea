// Completes events that were rebuilt from instructions, by applying the events before them.

import type { EventFields, EventRow } from '../log/events.ts'
import type { Completion } from '../log/sources.ts'
import { RowBuilder } from './row-builder.ts'

/** @param events - all events of a market so far */
export function completionOf(events: readonly EventRow[]): Completion {
  const builder = new RowBuilder()
  // The wallets of new events have no numbers yet.
  const wallets = new Map<string, number>()
  const numberOf = (wallet: string | null) => {
    if (wallet === null) return 0
    const number = wallets.get(wallet) ?? wallets.size + 1
    wallets.set(wallet, number)
    return number
  }
  const apply = (event: EventFields) => {
    const place = { id: 0, sequence: event.sequence ?? 0, slot: 0, signature: '', isDropped: false }
    const row: EventRow = { ...event, ...place, marketNumber: 0, walletNumber: numberOf(event.wallet) }
    builder.apply(row)
    return row
  }
  for (const event of events) apply(event)
  return {
    next(event) {
      const isKnown = event.kind === 'market' || event.kind === 'burn' || builder.markets.size > 0
      if (!isKnown) return null
      return { ...event, details: apply(structuredClone(event)).details }
    },
  }
}
