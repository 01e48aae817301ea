// The services that routes share.

import type { PredictionMarketClient } from '@prediction-market/sdk'
import type { Logger } from 'pino'
import type { MarketBook } from '../book/book.ts'
import type { BookLoader } from '../book/loader.ts'
import type { ProgressTracker } from '../book/progress/progress.ts'
import type { ChainState } from '../chain/state.ts'
import type { History } from '../history/follow.ts'
import type { Archive } from '../history/queries/archive.ts'
import type { Feeds } from '../prices/feeds.ts'

/** Seconds that the history may be behind, by default: it lists the program's transactions every half minute. */
export const MAX_HISTORY_LAG_SECONDS = 60

export interface DeploymentInfo {
  /** `localnet`, `devnet`, `mainnet-beta` … */
  cluster: string
  /** The node that clients may ask: the localnet's, or `PUBLIC_RPC_URL`. `RPC_URL` is not shown: it may contain a key. */
  rpcUrl?: string | undefined
  /** Price feeds, such as `SOL/USD`; all feeds of the SDK by default. */
  feeds?: readonly string[] | undefined
  /** Whether the attestors answer events, so that a question that is not about an asset can become a market. */
  answersEvents: boolean
  /** Tokens in circulation by mint, for tokens with a larger supply. */
  circulatingTokens?: ReadonlyMap<string, string> | undefined
  /** The wallet that opens rounds, in base58. */
  roundsOpener?: string | undefined
  /** Hosts under which clients reach this gateway; by default the one in the `Host` header. */
  publicHosts?: readonly string[] | undefined
  /** Number of our own proxies in front; with one, its `X-Forwarded-Proto` is trusted. */
  trustedProxies: number
  maxBodyBytes: number
  /** The largest lag of the book, in seconds, that still counts as current. */
  maxLagSeconds: number
  /** The largest lag of the history, in seconds, that still counts as current. */
  maxHistoryLagSeconds: number
  /** Whether metrics are on a port of their own. */
  hasMetricsApart: boolean
}

/** The services that the routes of many features use; others belong to one feature. */
export interface Services {
  book: MarketBook
  loader: BookLoader
  state: ChainState
  client: PredictionMarketClient
  /** Reads on callers' behalf, within a part of the RPC budget. */
  callerClient: PredictionMarketClient
  progress: ProgressTracker
  feeds: Feeds
  history: History
  /** Markets whose accounts were closed. */
  archive: Archive
  log: Logger
  deployment: DeploymentInfo
}
