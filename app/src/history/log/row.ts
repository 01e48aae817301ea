// The rows of the log: the events of the program that their kinds stand for, and addresses, signatures and events as bytes.

import { IDL } from '@prediction-market/sdk/idl'
import bs58 from 'bs58'
import { LRUCache } from 'lru-cache'
import { remember } from '../../runtime/remember.ts'
import type { EventDetails, EventKind } from '../../store/schema/history-types.ts'

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

export function codesOf(kinds: readonly EventKind[]): number[] {
  return CODES.flatMap(({ kind }, code) => (kinds.includes(kind) ? [code] : []))
}

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

/** Base58 of recent addresses: the same markets and wallets recur, and encoding is slow. */
const encoded = new LRUCache<string, string>({ max: 20_000 })
const decoded = new LRUCache<string, Buffer>({ max: 20_000 })

export function base58(address: Uint8Array): string {
  return remember(encoded, Buffer.from(address).toString('latin1'), () => bs58.encode(address))
}

export function addressBytes(address: string): Buffer {
  return remember(decoded, address, () => Buffer.from(bs58.decode(address)))
}

export function signatureBytes(signature: string): Buffer {
  return Buffer.from(bs58.decode(signature))
}

/** A signature in base58; empty for an event that no transaction has. */
export function signatureText(signature: Uint8Array): string {
  return bs58.encode(signature)
}

/** The details of a rebuilt event as bytes: JSON that marks its integers. */
export function rebuiltBytes(details: EventDetails): Buffer {
  const mark = (_: string, value: unknown) => (typeof value === 'bigint' ? { integer: `${value}` } : value)
  return Buffer.from(JSON.stringify(details, mark))
}

export function rebuiltDetails(data: Buffer): EventDetails {
  return JSON.parse(data.toString(), (_, value) => (value?.integer ? BigInt(value.integer) : value))
}

/** Sizes of what the row of an event has in columns. */
const DISCRIMINATOR = 8
const NUMBER = 4
const ADDRESS = 32

/** What the row of an event has in columns: a purchase names no market, and some events no wallet. */
interface Columns {
  isPurchase: boolean
  hasWallet: boolean
}

/** The bytes of an event that its row has. */
export function bodyOf(bytes: Uint8Array, { isPurchase, hasWallet }: Columns): Buffer {
  const addresses = (isPurchase ? 0 : ADDRESS) + (hasWallet ? ADDRESS : 0)
  return Buffer.from(bytes.subarray(DISCRIMINATOR + NUMBER + addresses))
}

/** The bytes of an event as the program logged them: discriminator, market, number, wallet and the rest. */
export function wholeEvent(
  discriminator: Buffer,
  row: { market: Uint8Array; wallet: Uint8Array | null; sequence: number; data: Uint8Array },
  isPurchase: boolean,
): Buffer {
  const none = Buffer.alloc(0)
  const number = Buffer.alloc(4)
  number.writeUInt32LE(row.sequence)
  return Buffer.concat([discriminator, isPurchase ? none : row.market, number, row.wallet ?? none, row.data])
}
