// The options of a gateway, and what can be mounted on it beside its own routes.

import type { PriorityFee } from '@prediction-market/sdk'
import type { Keypair, PublicKey } from '@solana/web3.js'
import type { MiddlewareHandler } from 'hono'
import type { Logger } from 'pino'
import type { AccountSource } from '../chain/account-source.ts'
import type { Nodes } from '../chain/socket.ts'
import type { YellowstoneAddress } from '../chain/yellowstone-stream.ts'
import type { PriceSource } from '../prices/source.ts'
import type { ServerLimits } from '../runtime/http-server.ts'
import type { StoreOptions } from '../store/store.ts'
import type { LimitOptions } from './app.ts'
import type { OneCallBets } from './bets/one-call/bets.ts'
import type { Cosigners } from './bets/one-call/cosigners.ts'
import type { Metrics } from './health/metrics.ts'
import type { GatewayApp, GatewayEnv } from './http/context.ts'
import type { TransactionRelay } from './relay/relay.ts'
import type { DeploymentInfo, Services } from './services.ts'
import type { EventHub } from './stream/hub.ts'
import type { OpenStreams, StreamOptions } from './stream/limits.ts'

/** Lamports a day that the gateway pays for bets that fail. */
export const FEE_BUDGET = 100_000_000n

export interface GatewayOptions {
  nodes: Nodes
  programId?: PublicKey
  /** All markets and their changes; by default read from the nodes. */
  accounts?: AccountSource | undefined
  /** Where their changes come from instead of the nodes' websockets. */
  yellowstone?: YellowstoneAddress | undefined
  /** The source of prices for the progress of conditions, and of what feeds sleep. */
  prices?: PriceSource | undefined
  /** Attestors for the progress of conditions on holders and events; the localnet's by default. */
  attestorUrls?: readonly string[] | undefined
  /** The localnet in this process: a new chain whose nodes cost nothing. */
  localnet?: { attestorUrls: readonly string[]; cosigners: readonly Keypair[] } | undefined
  /** What is mounted beside the REST interface, in this order. */
  mounts?: readonly Mount[] | undefined
  deployment?: Partial<DeploymentInfo>
  /** The host to listen on; 127.0.0.1 by default. */
  host?: string
  /** 0 for any free port. */
  port: number
  /** The port of metrics, if it is not the same. */
  metricsPort?: number | undefined
  /** Hosts that requests may be signed for; by default the one in their `Host` header. */
  publicHosts?: readonly string[] | undefined
  log: Logger
  store?: StoreOptions
  limits?: LimitOptions
  server?: Partial<ServerLimits>
  streams?: StreamOptions | undefined
  /** Milliseconds between two reads of all markets. */
  reconcileMs?: number | undefined
  /** Milliseconds that a node may report no slot before the next node is subscribed to. */
  silenceMs?: number | undefined
  /** Milliseconds between two reads of the progress of conditions. */
  progressMs?: number | undefined
  /** Milliseconds between two reads of the balances of the co-signing keys; 30,000 by default. */
  balanceMs?: number | undefined
  /** Micro-lamports that built transactions offer for each compute unit, or `auto`; none by default. */
  priorityFee?: PriorityFee | undefined
  /** The most that `auto` offers. */
  maxPriorityFee?: bigint | undefined
  /** Keys that sign one-call bets and pay their fees, the one for new delegates first; the localnet's by default. */
  cosigners?: readonly Keypair[] | undefined
  /** The most lamports a day that the gateway pays for bets and that no bankroll pays back. */
  feeBudget?: bigint | undefined
  /** Milliseconds that an answer waits for a transaction to be confirmed. */
  patienceMs?: number | undefined
}

export interface GatewayServices extends Services {
  relay: TransactionRelay
  cosigners: Cosigners
  oneCallBets: OneCallBets
  metrics: Metrics
  hub: EventHub
  streams: OpenStreams
}

/** Creates what is mounted, from the gateway's services. */
export type Mount = (services: GatewayServices) => Mounted | Promise<Mounted>

export interface Mounted {
  /** Runs before the gateway's own middleware, which leaves CORS headers that it has set as they are. */
  middleware?: MiddlewareHandler<GatewayEnv>
  /** Adds routes after the gateway's own. */
  addRoutes(app: GatewayApp): void
  /** Called once the history has started. */
  start?(): void
  /** Called once the last request has been answered. */
  stop?(): Promise<void>
}
