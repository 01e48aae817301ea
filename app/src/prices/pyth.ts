// Accounts with Pyth's prices: their addresses and their bytes.

import { type PriceUpdateAccount, PYTH_PRO, PYTH_RECEIVER } from '@prediction-market/sdk/oracle/pyth'
import { PublicKey } from '@solana/web3.js'
import { normalizeFeedId, type PriceUpdate } from './source.ts'

/** The account with the latest update of a feed, on clusters and on the localnet. */
export function feedAddress(feedId: string, { pushOracle } = PYTH_PRO, shard = 0): PublicKey {
  const seed = Buffer.alloc(2)
  seed.writeUInt16LE(shard)
  return PublicKey.findProgramAddressSync([seed, Buffer.from(normalizeFeedId(feedId), 'hex')], pushOracle)[0]
}

/** The localnet's account for one past update. On a cluster the poster of an update chooses its account. */
export function proofAddress(feedId: string, publishTime: number, receiver = PYTH_RECEIVER): PublicKey {
  const time = Buffer.alloc(8)
  time.writeBigInt64LE(BigInt(publishTime))
  const seeds = [Buffer.from('localnet'), Buffer.from(normalizeFeedId(feedId), 'hex'), time]
  return PublicKey.findProgramAddressSync(seeds, receiver)[0]
}

/** Writes updates as Hermes does, without a signed blob. */
export function toHermes(updates: readonly PriceUpdate[]) {
  return {
    binary: { encoding: 'base64', data: [] as string[] },
    parsed: updates.map((update) => {
      const { exponent: expo, publishTime: publish_time } = update
      return {
        id: update.feedId,
        price: { price: `${update.price}`, conf: `${update.conf}`, expo, publish_time },
        ema_price: { price: `${update.emaPrice}`, conf: `${update.emaConf}`, expo, publish_time },
        metadata: { prev_publish_time: update.prevPublishTime },
      }
    }),
  }
}

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
