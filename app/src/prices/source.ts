// The interfaces of price sources and posters, and the form of feed ids.

import { type PriceSource, type PriceUpdate, UnknownFeedError } from '@prediction-market/sdk/oracle/pyth'
import type { PublicKey } from '@solana/web3.js'

export { type PriceSource, type PriceUpdate, UnknownFeedError }

/** Writes updates to the chain, for programs to read. */
export interface PricePoster {
  /**
   * @param receiver - the Pyth receiver that must own the account
   * @returns the address of the `PriceUpdateV2` account with the update
   */
  post(update: PriceUpdate, receiver: PublicKey): Promise<PublicKey>
}

const FEED_ID = /^(0x)?([0-9a-f]{64})$/i

/** Whether a text is a feed id: 64 hexadecimal digits, optionally after `0x`. */
export function isFeedId(id: string): boolean {
  return FEED_ID.test(id)
}

/**
 * Normalizes a feed id: lower case, without `0x`.
 *
 * @throws Error if it is not a feed id
 */
export function normalizeFeedId(id: string): string {
  const digits = FEED_ID.exec(id)?.[2]
  if (!digits) throw new Error(`feed id: must be 64 hexadecimal digits, got ${id}`)
  return digits.toLowerCase()
}
