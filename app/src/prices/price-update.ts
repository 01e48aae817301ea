// Encodes price update accounts of Pyth's receiver.

import type { PriceUpdateAccount } from '@prediction-market/sdk/oracle/pyth'
import { normalizeFeedId } from './source.ts'

export { decodePriceUpdate, type PriceUpdateAccount } from '@prediction-market/sdk/oracle/pyth'

/** First eight bytes of sha256("account:PriceUpdateV2"). */
const DISCRIMINATOR = Buffer.from('22f123639d7ef4cd', 'hex')

/** Bytes that the receiver allocates. A full verification level is one byte shorter and leaves the last unused. */
export const PRICE_UPDATE_SIZE = 134

const LEVEL_AT = 40
const PARTIAL = 0
const FULL = 1

/** Encodes an account as the receiver does: Borsh, little-endian. */
export function encodePriceUpdate(account: PriceUpdateAccount): Buffer {
  const { writeAuthority, verification, update, postedSlot } = account
  const data = Buffer.alloc(PRICE_UPDATE_SIZE)
  DISCRIMINATOR.copy(data)
  data.set(writeAuthority.toBytes(), 8)
  let at = LEVEL_AT
  if (verification === 'full') {
    at = data.writeUInt8(FULL, at)
  } else {
    at = data.writeUInt8(PARTIAL, at)
    at = data.writeUInt8(verification.signatures, at)
  }
  at += Buffer.from(normalizeFeedId(update.feedId), 'hex').copy(data, at)
  at = data.writeBigInt64LE(update.price, at)
  at = data.writeBigUInt64LE(update.conf, at)
  at = data.writeInt32LE(update.exponent, at)
  at = data.writeBigInt64LE(BigInt(update.publishTime), at)
  at = data.writeBigInt64LE(BigInt(update.prevPublishTime), at)
  at = data.writeBigInt64LE(update.emaPrice, at)
  at = data.writeBigUInt64LE(update.emaConf, at)
  data.writeBigUInt64LE(postedSlot, at)
  return data
}
