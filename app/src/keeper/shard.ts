import type { PublicKey } from '@solana/web3.js'

/** One of several keepers that share the markets among them. */
export interface Shard {
  /** The number of this keeper, from 1. */
  index: number
  /** The number of keepers. */
  of: number
}

/** Whether a market belongs to a shard. By its address it belongs to exactly one. */
export function isInShard(market: PublicKey, { index, of }: Shard): boolean {
  return Buffer.from(market.toBytes()).readUInt32LE(0) % of === index - 1
}

/**
 * Parses a shard such as `2/3`.
 *
 * @returns `null` if it is none
 */
export function readShard(text: string): Shard | null {
  const [, index = 0, of = 0] = /^(\d{1,4})\/(\d{1,4})$/.exec(text)?.map(Number) ?? []
  return index >= 1 && index <= of ? { index, of } : null
}
