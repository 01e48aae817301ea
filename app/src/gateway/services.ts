import type { PredictionMarketClient } from '@prediction-market/sdk'
import type { Logger } from 'pino'
import type { MarketBook } from '../book/book.ts'
import type { ChainState } from '../chain/state.ts'
import type { History } from '../history/history.ts'
import type { Archive } from '../history/queries/archive.ts'
import type { Metrics } from './metrics.ts'
import type { ProgressTracker } from './progress/progress.ts'
import type { TransactionRelay } from './relay/relay.ts'
import type { EventHub } from './stream/hub.ts'
import type { OpenStreams } from './stream/limits.ts'

/** What is particular to this deployment. */
export interface DeploymentInfo {
  /** `localnet`, `devnet`, `mainnet-beta` … */
  cluster: string
  /** Told to clients, on the localnet alone: the address of another node may hold a key. */
  rpcUrl?: string | undefined
  /** Feeds that prices are known of: `SOL/USD`; all that the SDK knows by default. */
  feeds?: readonly string[] | undefined
  maxBodyBytes: number
  /** Slots that the book may lag before it counts as stale. */
  maxSlotLag: number
}

/** What the routes work with that comes from the chain. */
export type ChainServices = Omit<Services, 'relay' | 'history' | 'archive' | 'hub' | 'streams'>

/** What the routes work with. */
export interface Services {
  book: MarketBook
  state: ChainState
  client: PredictionMarketClient
  progress: ProgressTracker
  relay: TransactionRelay
  metrics: Metrics
  history: History
  /** Markets that are no longer on the chain. */
  archive: Archive
  hub: EventHub
  streams: OpenStreams
  log: Logger
  deployment: DeploymentInfo
}
