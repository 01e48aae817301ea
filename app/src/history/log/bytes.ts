// Converts addresses, signatures and events to bytes and back.

import bs58 from 'bs58'
import { LRUCache } from 'lru-cache'

/** Base58 of recent addresses: the same markets and wallets recur, and encoding is slow. */
const encoded = new LRUCache<string, string>({ max: 20_000 })
const decoded = new LRUCache<string, Buffer>({ max: 20_000 })

/** An address in base58. */
export function base58(address: Uint8Array): string {
  const key = Buffer.from(address).toString('latin1')
  const known = encoded.get(key)
  if (known !== undefined) return known
  const text = bs58.encode(address)
  encoded.set(key, text)
  return text
}

/** The bytes of an address. */
export function addressBytes(address: string): Buffer {
  const known = decoded.get(address)
  if (known) return known
  const bytes = Buffer.from(bs58.decode(address))
  decoded.set(address, bytes)
  return bytes
}

/** The bytes of a signature. */
export function signatureBytes(signature: string): Buffer {
  return Buffer.from(bs58.decode(signature))
}

/** A signature in base58; empty for an event that no transaction has. */
export function signatureText(signature: Uint8Array): string {
  return bs58.encode(signature)
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
