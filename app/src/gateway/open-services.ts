// Creates the services of a gateway.

import { PROGRAM_ID, PredictionMarketClient, toMarketId } from '@prediction-market/sdk'
import { findFeeVault } from '@prediction-market/sdk/accounts'
import type { PublicKey } from '@solana/web3.js'
import type { FollowedChain } from '../book/follow-chain.ts'
import { ProgressTracker } from '../book/progress/progress.ts'
import { withAgreedStatuses } from '../chain/agreed-statuses.ts'
import { withSharedReads } from '../chain/shared-reads.ts'
import { MAX_LAG_SECONDS } from '../chain/state.ts'
import { HistoryFollower } from '../history/follow.ts'
import { Archive } from '../history/queries/archive.ts'
import { Feeds } from '../prices/feeds.ts'
import type { Store } from '../store/store.ts'
import { OneCallBets } from './bets/one-call/bets.ts'
import { Cosigners } from './bets/one-call/cosigners.ts'
import type { Metrics } from './health/metrics.ts'
import { MAX_BODY } from './limits/request.ts'
import { FEE_BUDGET, type GatewayOptions, type GatewayServices } from './options.ts'
import { TransactionRelay } from './relay/relay.ts'
import { MAX_HISTORY_LAG_SECONDS } from './services.ts'
import { openStream } from './stream/limits.ts'

/** Milliseconds that an answer waits for a transaction to be confirmed. */
const PATIENCE_MS = 10_000

/** Milliseconds between two reads of the progress of conditions. */
const PROGRESS_MS = 5_000

/** How often a localnet's history is looked at. */
const LOCAL_HISTORY_MS = 5_000

/** Milliseconds that the start waits for the history; without it, its routes answer 503. */
const CATCH_UP_MS = 3_000

/** Creates the services of a gateway on a store and a chain. */
export function openServices(
  options: GatewayOptions,
  { store, chain, metrics }: { store: Store; chain: FollowedChain; metrics: Metrics },
) {
  const { log, localnet, limits, programId = PROGRAM_ID } = options
  const warn = (error: Error, what: string) => log.warn({ err: error }, what)
  const { db } = store
  const { loader, state, book, rpc } = chain
  // The statuses of clients' transactions need a majority of the nodes, not one node's answer.
  const agreed = withAgreedStatuses(chain.connection, rpc.each)
  const isMarket = (key: PublicKey) => book.get(toMarketId(key)) !== undefined
  const connection = withSharedReads(agreed, isMarket, state)
  const callerStatuses = withAgreedStatuses(rpc.forCallers, rpc.eachForCallers)
  const callerReads = withSharedReads(callerStatuses, isMarket, state)
  metrics.watchVault(state)
  const { prices } = options
  const feeds = new Feeds(prices, (error) => warn(error, 'could not read a price feed'))
  const progress = new ProgressTracker({
    book,
    connection,
    callerReads,
    prices,
    feeds,
    attestorUrls: options.attestorUrls ?? localnet?.attestorUrls ?? [],
    now: () => state.now(),
    everyMs: options.progressMs ?? PROGRESS_MS,
    onError: (error) => warn(error, 'could not read the progress of conditions'),
  })
  const vault = findFeeVault(programId).toBase58()
  const history = new HistoryFollower({
    db,
    rpc,
    programId,
    // A localnet's nodes cost nothing.
    everyMs: localnet ? LOCAL_HISTORY_MS : undefined,
    // Each localnet is a new chain.
    replaceOther: localnet !== undefined,
    slotMs: () => state.slotMs,
    *numbers() {
      for (const { address, sequence } of book.entries()) yield [address, sequence] as const
      yield [vault, state.feeVault.sequence] as const
    },
    onError: warn,
  })
  const { priorityFee, maxPriorityFee } = options
  const client = new PredictionMarketClient(connection, { programId, priorityFee, maxPriorityFee })
  const callerClient = new PredictionMarketClient(callerReads, { programId })
  const relay = new TransactionRelay({
    connection,
    callerClient,
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
    loader,
    state,
    client,
    callerClient,
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
      maxLagSeconds: MAX_LAG_SECONDS,
      maxHistoryLagSeconds: MAX_HISTORY_LAG_SECONDS,
      hasMetricsApart: options.metricsPort !== undefined,
      ...options.deployment,
    },
  }
  return {
    services,
    /** Starts what reads on a timer, and waits for the history. */
    async start(): Promise<void> {
      progress.start()
      await history.start()
      await history.catchUp(CATCH_UP_MS)
      archive.start()
      stream.hub.start(history.lastEvent)
    },
    async stop(): Promise<void> {
      progress.stop()
      await stream.hub.stop()
      await archive.stop()
      await history.stop()
    },
  }
}
