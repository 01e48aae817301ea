import { PredictionMarketError } from '../errors.ts'
import type { PriceUpdate } from './pyth/price-update.ts'

/** The source has no such feed. */
export class UnknownFeedError extends PredictionMarketError {
  override name = 'UnknownFeedError'

  constructor(id: string) {
    super(`Unknown price feed ${id}`)
  }
}

/** A source of Pyth updates: `HermesPrices`, or one of your own. */
export interface PriceSource {
  /**
   * The latest update of a feed.
   *
   * @throws UnknownFeedError if there is no such feed
   */
  latest(feedId: string): Promise<PriceUpdate>
  /**
   * The update that proves the price at a second: `prevPublishTime < unixSecond ≤ publishTime`.
   *
   * @returns `null` if there is none, or none yet
   * @throws UnknownFeedError if the source knows that there is no such feed
   */
  updateAt(feedId: string, unixSecond: number): Promise<PriceUpdate | null>
}
