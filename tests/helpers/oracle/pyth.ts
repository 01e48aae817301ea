// Writes price accounts of the Pyth receivers. Their npm package has no built program, so no test runs one.

import { PublicKey } from '@solana/web3.js'
import type { Chain } from '../chain/index.ts'

/** The programs whose price accounts our program trusts. */
export const PYTH_RECEIVERS = [
  new PublicKey('rec5EKMGg6MxZYaMdyBfgwp4d5rB9T1VQH5pJv5LtFJ'),
  new PublicKey('rec2HHDDnjLfj4kE7VyEtFA1HPGQLK33259532cRyHp'),
] as const

/** The first 8 bytes of sha256("account:PriceUpdateV2"). */
const DISCRIMINATOR = [34, 241, 35, 99, 157, 126, 244, 205]

export interface PriceUpdate {
  feed: string
  price: bigint
  confidence?: bigint
  exponent?: number
  publishTime: bigint
  /** A second before `publishTime` by default. */
  prevPublishTime?: bigint
  /** Number of verified signatures of a partially verified update; fully verified by default. */
  partialSignatures?: number
  owner?: PublicKey
  discriminator?: number[]
}

/** The data of a price account, as the receiver writes it. */
export function encodePriceUpdate(update: PriceUpdate): Buffer {
  const data = Buffer.alloc(134)
  let at = data.set(update.discriminator ?? DISCRIMINATOR, 0) ?? 8
  at += 32 // write authority
  if (update.partialSignatures === undefined) {
    at = data.writeUInt8(1, at)
  } else {
    at = data.writeUInt8(0, at)
    at = data.writeUInt8(update.partialSignatures, at)
  }
  data.write(update.feed, at, 'hex')
  at = data.writeBigInt64LE(update.price, at + 32)
  at = data.writeBigUInt64LE(update.confidence ?? 0n, at)
  at = data.writeInt32LE(update.exponent ?? -8, at)
  at = data.writeBigInt64LE(update.publishTime, at)
  at = data.writeBigInt64LE(update.prevPublishTime ?? update.publishTime - 1n, at)
  at = data.writeBigInt64LE(update.price, at) // moving average
  data.writeBigUInt64LE(update.confidence ?? 0n, at)
  return data
}

/** Writes the account of a price update, as the receiver does, and returns its address. */
export function postPrice(chain: Chain, update: PriceUpdate): PublicKey {
  const address = PublicKey.unique()
  const data = encodePriceUpdate(update)
  const owner = update.owner ?? PYTH_RECEIVERS[0]
  chain.setAccount(address, { lamports: 10_000_000n, data, owner, executable: false })
  return address
}
