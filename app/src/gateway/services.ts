import type { PredictionMarketClient } from '@prediction-market/sdk'
import type { Logger } from 'pino'
import type { MarketBook } from './book/book.ts'
import type { BookLoader } from './book/loader.ts'
import type { ChainState } from './chain/state.ts'
import type { Metrics } from './metrics.ts'
import type { ProgressTracker } from './progress/progress.ts'

/** What the routes work with. */
export interface Services {
  book: MarketBook
  loader: BookLoader
  state: ChainState
  client: PredictionMarketClient
  progress: ProgressTracker
  metrics: Metrics
  log: Logger
}
