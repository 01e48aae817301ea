// The options of a gateway.

import type { PriorityFee } from '@prediction-market/sdk'
import type { Keypair, PublicKey } from '@solana/web3.js'
import type { Logger } from 'pino'
import type { AccountSource } from '../chain/account-source.ts'
import type { Nodes } from '../chain/socket.ts'
import type { YellowstoneAddress } from '../chain/yellowstone-stream.ts'
import type { PriceSource } from '../prices/source.ts'
import type { ServerLimits } from '../runtime/http-server.ts'
import type { StoreOptions } from '../store/store.ts'
import type { LimitOptions } from './app.ts'
import type { Mount } from './mount.ts'
import type { DeploymentInfo } from './services.ts'
import type { StreamOptions } from './stream/open-stream.ts'

/** Lamports a day that the gateway pays for bets that fail. */
export const FEE_BUDGET = 100_000_000n

/** The options of a gateway. */
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
