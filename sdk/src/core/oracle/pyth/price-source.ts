// The interface of a source of Pyth updates.

import { PredictionMarketError } from '../../errors.ts'
import type { Price } from '../../rules/price.ts'

/** One update of a Pyth price feed. */
export interface PriceUpdate extends Price {
  /** 64 lower-case hexadecimal digits. */
  feedId: string
  emaPrice: bigint
  emaConf: bigint
  /** The update as Pyth signed it for its receiver program; simulated updates have none. */
  signed?: Uint8Array
}

/** The source has no such feed. */
export class UnknownFeedError extends PredictionMarketError {
  override name = 'UnknownFeedError'

  constructor(id: string) {
    super(`Unknown price feed ${id}`)
  }
}

/** A source of Pyth updates: `HermesPrices`, or your own implementation. */
export interface PriceSource {
  /** The latest update of a feed. @throws UnknownFeedError if there is no such feed */
  latest(feedId: string): Promise<PriceUpdate>
  /**
   * The update that proves the price at a second: `prevPublishTime < unixSecond ≤ publishTime`.
   *
   * @returns `null` if there is none, or none yet
   * @throws UnknownFeedError if the source knows that there is no such feed
   */
  updateAt(feedId: string, unixSecond: number): Promise<PriceUpdate | null>
  /** The latest updates of several feeds, in one request where it can; unknown or refused ones are left out. */
  latestOf?(feedIds: readonly string[]): Promise<PriceUpdate[]>
  /**
   * Receives the updates of several feeds as they are published, where the source can. Feeds that it does not know are
   * left out.
   *
   * @returns when the stream ends
   * @throws Error if it cannot be opened, or breaks
   */
  stream?(
    feedIds: readonly string[],
    onUpdates: (updates: PriceUpdate[]) => void,
    signal: AbortSignal,
  ): Promise<void>
  /**
   * The updates of several feeds published from one unix second to another, both included and at most 59 apart, where
   * the source keeps them. Feeds that it does not know are left out.
   */
  history?(feedIds: readonly string[], from: number, to: number): Promise<PriceUpdate[]>
  /**
   * When a feed publishes, as Pyth writes it: `America/New_York;O,O,O,O,O,C,C;1225/C`. `parseSchedule` reads it.
   *
   * @returns `null` if it has no schedule: it is never closed
   */
  schedule?(feedId: string): Promise<string | null>
}
