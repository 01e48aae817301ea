// Decodes price accounts of the Pyth receiver.

import { Buffer } from 'buffer'
import type { Codec, Library } from '../../wire.ts'
import type { PriceUpdate } from './price-update.ts'

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

/**
 * Decodes a `PriceUpdateV2` account.
 *
 * @throws Error if it is another account or too short
 */
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
    update: {
      feedId: field.toString('hex', 0, 32),
      price: field.readBigInt64LE(32),
      conf: field.readBigUInt64LE(40),
      exponent: field.readInt32LE(48),
      publishTime: Number(field.readBigInt64LE(52)),
      prevPublishTime: Number(field.readBigInt64LE(60)),
      emaPrice: field.readBigInt64LE(68),
      emaConf: field.readBigUInt64LE(76),
    },
    postedSlot: field.readBigUInt64LE(84),
  }
}
