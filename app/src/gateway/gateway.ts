// Builds a gateway from its parts and starts it.

import type { Server } from 'node:http'
import { PROGRAM_ID, PredictionMarketClient, type PriorityFee, toMarketId } from '@prediction-market/sdk'
import type { Keypair, PublicKey } from '@solana/web3.js'
import type { Logger } from 'pino'
import type { MarketBook } from '../book/book.ts'
import { type FollowedChain, followChain } from '../book/follow-chain.ts'
import { ProgressTracker } from '../book/progress/progress.ts'
import type { AccountSource } from '../chain/account-source.ts'
import { withAgreedStatuses } from '../chain/agreed-statuses.ts'
import { withSharedReads } from '../chain/shared-reads.ts'
import type { Nodes } from '../chain/socket.ts'
import type { YellowstoneAddress } from '../chain/yellowstone-stream.ts'
import { Projector } from '../history/projector/projector.ts'
import { Archive } from '../history/queries/archive.ts'
import { Feeds } from '../prices/feeds.ts'
import type { PriceSource } from '../prices/source.ts'
import { httpServer, type ServerLimits } from '../runtime/http-server.ts'
import { listen, reachableHost } from '../runtime/listen.ts'
import type { AppServer } from '../runtime/serve-app.ts'
import { serveMetrics } from '../runtime/serve-metrics.ts'
import { openStore, type StoreOptions } from '../store/store.ts'
import { createApp, type LimitOptions } from './app.ts'
import { OneCallBets } from './bets/one-call/bets.ts'
import { Cosigners } from './bets/one-call/cosigners.ts'
import { Metrics } from './health/metrics.ts'
import { MAX_BODY } from './limits/body.ts'
import type { Mount, Mounted } from './mount.ts'
import { TransactionRelay } from './relay/relay.ts'
import { addRoutes, type GatewayServices } from './routes.ts'
import { type DeploymentInfo, MAX_HISTORY_LAG, MAX_SLOT_LAG } from './services.ts'
import { openStream, type StreamOptions } from './stream/open-stream.ts'

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
  /**
   * The most lamports a day that the gateway pays for bets and that no bankroll pays back; a hundredth for one wallet.
   */
  feeBudget?: bigint | undefined
  /** Milliseconds that an answer waits for a transaction to be confirmed. */
  patienceMs?: number | undefined
}

/** A running gateway. */
export interface Gateway {
  /** Base URL without a path: `http://127.0.0.1:8080`. */
  readonly url: string
  readonly book: MarketBook
  /** Its view of the chain, for other services in this process. */
  readonly chain: FollowedChain
  /** Takes no more requests, finishes those in progress, and stops. */
  stop(): Promise<void>
}

/** Milliseconds that an answer waits for a transaction to be confirmed. */
const PATIENCE_MS = 10_000

/** Lamports a day that the gateway pays for bets: of one wallet, the fees of a hundred that fail. */
export const FEE_BUDGET = 100_000_000n

/** Milliseconds between two reads of the progress of conditions. */
const PROGRESS_MS = 5_000

/** How often a localnet's history is looked at. */
const LOCAL_HISTORY_MS = 5_000

/** Milliseconds that the start waits for the history; without it, its routes answer 503. */
const CATCH_UP_MS = 3_000

/** Milliseconds that requests in progress may take after `stop`. */
const GRACE_MS = 15_000

/**
 * Starts a gateway: loads the book, then listens.
 *
 * @throws Error if no node answers, the program is not set up there, or the port is taken
 */
export async function startGateway(options: GatewayOptions): Promise<Gateway> {
  const { log, host = '127.0.0.1', localnet, limits, silenceMs, programId = PROGRAM_ID } = options
  const warn = (error: Error, what: string) => log.warn({ err: error }, what)
  const metrics = new Metrics()
  const [store, chain] = await both(
    openStore({ onError: (error) => log.error({ err: error }, 'store failed'), ...options.store }),
    followChain({ ...options, programId, observer: metrics }),
  )
  const { db } = store
  const { loader, state, book, rpc } = chain
  // The statuses of clients' transactions need a majority of the nodes, not one node's answer.
  const agreed = withAgreedStatuses(chain.connection, rpc.each)
  const isMarket = (key: PublicKey) => book.get(toMarketId(key)) !== undefined
  const connection = withSharedReads(agreed, isMarket, state)
  metrics.watchVault(state)
  const { prices } = options
  const feeds = new Feeds(prices, (error) => warn(error, 'could not read a price feed'))
  const progress = new ProgressTracker({
    book,
    connection,
    prices,
    feeds,
    attestorUrls: options.attestorUrls ?? localnet?.attestorUrls ?? [],
    now: () => state.now(),
    everyMs: options.progressMs ?? PROGRESS_MS,
    onError: (error) => warn(error, 'could not read the progress of conditions'),
  })
  const history = new Projector({
    db,
    elect: store.elect,
    rpc,
    programId,
    silenceMs,
    // A localnet's nodes cost nothing.
    everyMs: localnet ? LOCAL_HISTORY_MS : undefined,
    // Each localnet is a new chain.
    replaceOther: localnet !== undefined,
    slotMs: () => state.slotMs,
    onError: warn,
    onUnread: ({ entry: { signature }, reason }) => {
      metrics.countUnread()
      log.warn({ err: reason, signature }, 'transaction set aside: could not be read')
    },
  })
  const { priorityFee, maxPriorityFee } = options
  const client = new PredictionMarketClient(connection, { programId, priorityFee, maxPriorityFee })
  const relay = new TransactionRelay({
    connection,
    rpc,
    programId,
    client,
    loader,
    db,
    patienceMs: options.patienceMs ?? PATIENCE_MS,
    config: () => state.config,
    refreshVault: () => state.refresh(),
    onError: warn,
  })
  const cosigners = new Cosigners(
    connection,
    options.cosigners ?? localnet?.cosigners ?? [],
    options.balanceMs,
  )
  metrics.watchPayers(cosigners)
  metrics.watch(chain, history)
  const { trustedProxies } = limits ?? {}
  const archive = new Archive(history, (error) =>
    warn(error, 'could not update the archive of closed markets'),
  )
  const { registry } = metrics
  const { utilityDecimals } = state.config
  const stream = openStream({ history, log, registry, utilityDecimals, trustedProxies }, options.streams)
  const services: GatewayServices = {
    book,
    state,
    client,
    progress,
    feeds,
    relay,
    cosigners,
    oneCallBets: new OneCallBets({
      client,
      state,
      relay,
      cosigners,
      db,
      feeBudget: options.feeBudget ?? FEE_BUDGET,
      priorityFee,
      maxPriorityFee,
      onError: warn,
    }),
    metrics,
    history,
    archive,
    ...stream,
    log,
    deployment: {
      cluster: localnet ? 'localnet' : 'custom',
      answersEvents: localnet !== undefined,
      publicHosts: options.publicHosts,
      trustedProxies: trustedProxies ?? 0,
      maxBodyBytes: limits?.maxBody ?? MAX_BODY,
      maxSlotLag: MAX_SLOT_LAG,
      maxHistoryLag: MAX_HISTORY_LAG,
      hasMetricsApart: options.metricsPort !== undefined,
      ...options.deployment,
    },
  }
  const mounted: Mounted[] = []
  let metricsServer: AppServer | undefined
  const release = async () => {
    await metricsServer?.stop()
    progress.stop()
    for (const one of mounted) await one.stop?.()
    await stream.hub.stop()
    await archive.stop()
    await history.stop()
    await chain.stop()
    await store.close()
  }
  const choice = { host, port: options.port, whose: 'the', purpose: 'gateway', setting: 'PORT' }
  let server: Server
  let port: number
  try {
    for (const mount of options.mounts ?? []) mounted.push(await mount(services))
    const before = mounted.flatMap(({ middleware }) => middleware ?? [])
    const app = createApp({ db, log, metrics, publicHosts: options.publicHosts, before, ...limits })
    addRoutes(app, services, db)
    for (const one of mounted) one.addRoutes(app)
    server = httpServer(app.fetch, options.server)
    progress.start()
    await history.start()
    await history.catchUp(CATCH_UP_MS)
    archive.start()
    stream.hub.start(history.lastEvent)
    for (const one of mounted) one.start?.()
    if (options.metricsPort !== undefined) {
      const at = { host, port: options.metricsPort }
      metricsServer = await serveMetrics(metrics.registry, at, (error) => warn(error, 'metrics failed'))
    }
    port = await listen(server, choice)
  } catch (error) {
    await release()
    throw error
  }
  let stopped: Promise<void> | undefined
  return {
    url: `http://${reachableHost(host)}:${port}`,
    book,
    chain,
    stop() {
      // Streams never end by themselves.
      stopped ??= stream.hub
        .stop()
        .then(() => close(server))
        .then(release)
      return stopped
    },
  }
}

/** Awaits both; if one fails, the other is stopped. */
async function both<A extends { close(): Promise<void> }, B extends { stop(): Promise<void> }>(
  first: Promise<A>,
  second: Promise<B>,
): Promise<[A, B]> {
  const [a, b] = await Promise.allSettled([first, second])
  if (a.status === 'fulfilled' && b.status === 'fulfilled') return [a.value, b.value]
  if (a.status === 'fulfilled') await a.value.close()
  if (b.status === 'fulfilled') await b.value.stop()
  throw a.status === 'rejected' ? a.reason : (b as PromiseRejectedResult).reason
}

/** Closes a server, and waits up to `GRACE_MS` for requests in progress. */
function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => server.closeAllConnections(), GRACE_MS)
    server.close(() => {
      clearTimeout(timer)
      resolve()
    })
    server.closeIdleConnections()
  })
}
