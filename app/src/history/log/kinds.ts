// The kinds of rows in the log, and the events of the program that they stand for.

import { IDL } from '@prediction-market/sdk/idl'
import type { EventKind } from '../../store/schema/history-types.ts'

/** A row of the log: the event whose bytes it has, and its kind. The place in this list is the stored code. */
const CODES = [
  { name: 'MarketCreated', kind: 'market' },
  { name: 'BetPlaced', kind: 'bet' },
  { name: 'ObservationRecorded', kind: 'reference' },
  { name: 'ObservationRecorded', kind: 'observation' },
  { name: 'MarketResolved', kind: 'resolution' },
  { name: 'MarketVoided', kind: 'resolution' },
  { name: 'MarketCancelled', kind: 'resolution' },
  { name: 'FeesCollected', kind: 'fees' },
  { name: 'PositionSettled', kind: 'payout' },
  { name: 'MarketClosed', kind: 'closed' },
  { name: 'TokensBurned', kind: 'burn' },
  { name: null, kind: 'dropped' },
  // Of a transaction that cannot be read; and one that the chain provably lacks.
  { name: null, kind: 'missing' },
  { name: null, kind: 'missing' },
] as const satisfies { name: string | null; kind: EventKind }[]

/** The code of an event that cannot be read, and of one that the chain provably lacks. */
export const UNREADABLE = 12
export const LACKING = 13

/** The codes of a kind. */
export function codesOf(kinds: readonly EventKind[]): number[] {
  return CODES.flatMap(({ kind }, code) => (kinds.includes(kind) ? [code] : []))
}

/** The code of an event. */
export function codeOf(name: string, kind: EventKind): number {
  return CODES.findIndex((one) => one.name === name && one.kind === kind)
}

/** The code of an event that was rebuilt: its row has no bytes of an event, so any of its kind will do. */
export function rebuiltCode(kind: EventKind): number {
  return CODES.findIndex((one) => one.kind === kind)
}

export function kindOf(code: number): EventKind {
  return CODES[code]?.kind ?? 'missing'
}

/** The discriminator of the event whose bytes a row has. */
export function discriminatorOf(code: number): Buffer {
  const name = CODES[code]?.name ?? ''
  const camel = name.charAt(0).toLowerCase() + name.slice(1)
  const event = IDL.events.find((one) => one.name === camel)
  if (!event) throw new Error(`Rows of kind ${code} have no event`)
  return Buffer.from(event.discriminator)
}
