// Makes events of transactions ready for the log.

import type { ProgramEvent } from '@prediction-market/sdk/events'
import type { PublicKey } from '@solana/web3.js'
import type { OfferedEvent } from './append.ts'
import { bodyOf } from './bytes.ts'
import { toEventFields } from './events.ts'
import { codeOf } from './kinds.ts'

/** A transaction whose events are offered. */
export interface OfferedTransaction {
  signature: string
  slot: number
  /** Block time in unix seconds, for events that carry no time; 0 if not known. */
  time: number
  events: readonly ProgramEvent[]
  /** The bytes of each event. */
  bytes: readonly Uint8Array[]
}

/** The events of a transaction that belong in the log. A bet from a bankroll is kept with its `BetPlaced`. */
export function offersOf(transaction: OfferedTransaction, vault: PublicKey): OfferedEvent[] {
  const { signature, slot, time, events, bytes } = transaction
  const offers: OfferedEvent[] = []
  for (const [index, event] of events.entries()) {
    const logged = bytes[index] as Uint8Array
    const last = offers.at(-1)
    if (event.name === 'BankrollBet' && last) {
      last.data = Buffer.concat([last.data, bodyOf(logged, { isPurchase: false, hasWallet: false })])
      continue
    }
    const fields = toEventFields(event, time, () => 0, vault)
    if (!fields || fields.sequence === null) continue
    offers.push({
      market: fields.market,
      sequence: fields.sequence,
      wallet: fields.wallet,
      signature,
      slot,
      time: fields.time,
      code: codeOf(event.name, fields.kind),
      isRebuilt: false,
      data: bodyOf(logged, { isPurchase: fields.kind === 'burn', hasWallet: fields.wallet !== null }),
    })
  }
  return offers
}

/** Events that carry no time of their own. */
const UNTIMED: readonly ProgramEvent['name'][] = [
  'FeesCollected',
  'PositionSettled',
  'MarketClosed',
  'TokensBurned',
]

/** Whether the time of a transaction's block is needed. */
export function needsTime(events: readonly ProgramEvent[]): boolean {
  return events.some(({ name }) => UNTIMED.includes(name))
}
