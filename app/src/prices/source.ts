import type { PriceUpdate } from '@prediction-market/sdk'
import type { PublicKey } from '@solana/web3.js'

export type { PriceUpdate }

/** The source has no such feed. */
export class UnknownFeedError extends Error {
  constructor(id: string) {
    super(`feed id: no feed ${id} here`)
    this.name = 'UnknownFeedError'
  }
}

/** Where Pyth updates come from: Hermes, or a simulation on the localnet. */
export interface PriceSource {
  /**
   * The newest update of a feed.
   *
   * @throws UnknownFeedError if there is no such feed
   */
  latest(feedId: string): Promise<PriceUpdate>
  /**
   * The one update with `prevPublishTime < unixSecond ≤ publishTime`: the price at that second.
   *
   * @returns `null` if there is none, or none yet
   * @throws UnknownFeedError if there is no such feed and the source can tell
   */
  updateAt(feedId: string, unixSecond: number): Promise<PriceUpdate | null>
}

/** What brings an update to the chain, for programs to read. */
export interface PricePoster {
  /** @returns the account that holds it, a `PriceUpdateV2` of the Pyth receiver */
  post(update: PriceUpdate): Promise<PublicKey>
}

const FEED_ID = /^(0x)?([0-9a-f]{64})$/i

/** Whether a text is a feed id: 64 hexadecimal digits, with or without a leading `0x`. */
export function isFeedId(id: string): boolean {
  return FEED_ID.test(id)
}

/**
 * A feed id in the form that we compare: lower case, without a leading `0x`.
 *
 * @throws Error if it is none
 */
export function normalizeFeedId(id: string): string {
  const digits = FEED_ID.exec(id)?.[2]
  if (!digits) throw new Error(`feed id: must be 64 hexadecimal digits, not ${id}`)
  return digits.toLowerCase()
}
