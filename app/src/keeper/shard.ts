import type { PublicKey } from '@solana/web3.js'

/** One of several keepers that share the markets out among them. */
export interface Shard {
  /** From 1 on. */
  index: number
  of: number
}

/** Whether a market is one of a shard's: by its address, so that each is in exactly one. */
export function isInShard(market: PublicKey, { index, of }: Shard): boolean {
  return Buffer.from(market.toBytes()).readUInt32LE(0) % of === index - 1
}

/**
 * Reads a shard as it is written, such as `2/3`.
 *
 * @returns `null` if it makes no sense
 */
export function readShard(text: string): Shard | null {
  const [, index = 0, of = 0] = /^(\d{1,4})\/(\d{1,4})$/.exec(text)?.map(Number) ?? []
  return index >= 1 && index <= of ? { index, of } : null
}
