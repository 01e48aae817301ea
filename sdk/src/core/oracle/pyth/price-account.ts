// Decodes price accounts of the Pyth receiver.

import { Buffer } from 'buffer'
import { toHex } from '../../encoding.ts'
import type { Codec, Library } from '../../wire.ts'
import type { PriceUpdate } from './price-source.ts'

/** How far the receiver verified an update: with the full quorum of signatures, or with fewer. */
export type VerificationLevel = 'full' | { signatures: number }

/** A `PriceUpdateV2` account of the Pyth receiver. */
export interface PriceUpdateAccount<Address> {
  /** The key that may overwrite or close it. */
  writeAuthority: Address
  verification: VerificationLevel
  update: PriceUpdate
  postedSlot: bigint
}

/** First eight bytes of sha256("account:PriceUpdateV2"). */
const DISCRIMINATOR = /* @__PURE__ */ Buffer.from('22f123639d7ef4cd', 'hex')

const LEVEL_AT = 40
const PARTIAL = 0
const FULL = 1
/** Bytes after the verification level. */
const REST = 92

/** Decodes a `PriceUpdateV2` account. @throws Error if it is another account or too short */
export function decodePriceUpdate<L extends Library>(
  codec: Codec<L>,
  bytes: Uint8Array,
): PriceUpdateAccount<L['Address']> {
  const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (!data.subarray(0, DISCRIMINATOR.length).equals(DISCRIMINATOR)) {
    throw new Error('price update: unknown account discriminator')
  }
  const level = data.at(LEVEL_AT)
  if (level !== PARTIAL && level !== FULL) {
    throw new Error(`price update: unknown verification level ${level}`)
  }
  const start = level === FULL ? LEVEL_AT + 1 : LEVEL_AT + 2
  if (data.length < start + REST) {
    throw new Error(`price update: must be at least ${start + REST} bytes, got ${data.length}`)
  }
  const field = data.subarray(start, start + REST)
  return {
    writeAuthority: codec.fromBytes(data.subarray(8, LEVEL_AT)),
    verification: level === FULL ? 'full' : { signatures: data.readUInt8(LEVEL_AT + 1) },
    update: readPrice(field, true),
    postedSlot: field.readBigUInt64LE(84),
  }
}

/** Reads a price from its feed's id on; accounts are little-endian, the messages that Pyth signs are not. */
export function readPrice(bytes: Uint8Array, isLittle: boolean): Omit<PriceUpdate, 'signed'> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return {
    feedId: toHex(bytes.subarray(0, 32)),
    price: view.getBigInt64(32, isLittle),
    conf: view.getBigUint64(40, isLittle),
    exponent: view.getInt32(48, isLittle),
    publishTime: Number(view.getBigInt64(52, isLittle)),
    prevPublishTime: Number(view.getBigInt64(60, isLittle)),
    emaPrice: view.getBigInt64(68, isLittle),
    emaConf: view.getBigUint64(76, isLittle),
  }
}
