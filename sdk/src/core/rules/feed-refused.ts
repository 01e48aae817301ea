// The error of a market or bet on a price feed that cannot decide it.

import { PredictionMarketError } from '../errors.ts'

/** Why no market is opened on a feed now, or no bet is placed. */
export interface FeedRefusal {
  /** Scheduled to be closed when the market is decided, too uncertain now, or without an update for too long. */
  code: 'FeedClosed' | 'FeedUncertain' | 'FeedStale'
  message: string
}

/** No market is opened on the feed now, or no bet is placed. Nothing was sent. */
export class FeedRefusedError extends PredictionMarketError {
  override name = 'FeedRefusedError'
  readonly code: FeedRefusal['code']

  constructor({ code, message }: FeedRefusal) {
    super(message)
    this.code = code
  }
}
