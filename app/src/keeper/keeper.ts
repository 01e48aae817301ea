// Builds a keeper from its parts and starts it.

import { setTimeout as sleep } from 'node:timers/promises'
import { type Market, PROGRAM_ID, PredictionMarketClient, type PriorityFee } from '@prediction-market/sdk'
import { PendingTransactions } from '@prediction-market/sdk/transaction'
import type { Keypair, PublicKey } from '@solana/web3.js'
import type { Logger } from 'pino'
import { type FollowedChain, followChain } from '../book/follow-chain.ts'
import { rankBy, rankMarket } from '../book/market-value.ts'
import { WorkLimit } from '../book/work-queue.ts'
import type { AccountSource } from '../chain/account-source.ts'
import { RecentBalances } from '../chain/recent-balances.ts'
import { NodeSocket, type Nodes } from '../chain/socket.ts'
import type { YellowstoneAddress } from '../chain/yellowstone-stream.ts'
import type { PricePoster, PriceSource } from '../prices/source.ts'
import { StreamedPrices } from '../prices/streamed.ts'
import { most } from '../runtime/bigint.ts'
import { Burner, type BurnOptions } from './burner.ts'
import { KeeperLoop } from './loop.ts'
import { KeeperMetrics } from './metrics.ts'
import { PriceOutage } from './price-outage.ts'
import { openProofs } from './proofs/open.ts'
import { RoundMetrics } from './rounds/metrics.ts'
import { Opener, type RoundsOptions } from './rounds/opener.ts'
import { requireLengths } from './rounds/series.ts'
import type { Shard } from './shard.ts'
import { SharedPostings } from './shared-postings.ts'
import { Steps } from './steps.ts'
import { Leftovers } from './transactions/leftovers.ts'
import { type PayerBalance, Payers, payerBalances } from './transactions/payers.ts'
import { Sender } from './transactions/sender.ts'
import { NewestVersion } from './transactions/version.ts'
import { WatchedAccounts } from './watched-accounts.ts'

export interface KeeperOptions {
  nodes: Nodes
  /** The chain, if this process follows it already; by default the keeper follows it itself. */
  chain?: FollowedChain | undefined
  /** All markets and their changes, if the keeper follows the chain itself; by default read from the nodes. */
  accounts?: AccountSource | undefined
  /** Where their changes come from instead of the nodes' websockets. */
  yellowstone?: YellowstoneAddress | undefined
  programId?: PublicKey
  /** Pay for transactions in turn. */
  payers: readonly Keypair[]
  /** Micro-lamports offered for each compute unit at first, or `auto`; none by default. */
  priorityFee?: PriorityFee | undefined
  /**
   * The most that is offered until a transaction is confirmed, in micro-lamports for each compute unit. By default the
   * value of its market is the limit.
   */
  maxPriorityFee?: bigint | undefined
  /** Whether steps are taken that earn less than they cost; true by default. */
  atLoss?: boolean | undefined
  /** The source of Pyth updates; without it, markets about prices are not decided. */
  prices?: PriceSource | undefined
  /** The source of updates for Pyth's second deployment; `prices` by default. */
  proPrices?: PriceSource | undefined
  /** Posts updates that Pyth has not signed, as on the localnet. */
  unsignedPrices?: PricePoster | undefined
  /** Base URLs of attestors; without any, markets about holders and events are not decided. */
  attestorUrls?: readonly string[] | undefined
  /** Seconds that a market is kept after its last payout; a week by default. */
  retentionSeconds?: number | undefined
  /** The share of the markets that this keeper takes first; all by default. */
  shard?: Shard | undefined
  /** Lamports below which a payer counts as low; 0.05 SOL by default. */
  minBalance?: number | undefined
  /** Milliseconds between two reads of the balances of payers and of the wallet of rounds; 30,000 by default. */
  balanceMs?: number | undefined
  /** Milliseconds that prices may fail before the keeper is not ready; a minute by default. */
  pricePatienceMs?: number | undefined
  /** Purchases in the burn auction; none by default. */
  burn?: BurnOptions | undefined
  /** Series of rounds to open; none by default. */
  rounds?: RoundsOptions | undefined
  /** Milliseconds between two scans of the markets; 300 by default. */
  tickMs?: number | undefined
  log: Logger
}

export interface Keeper {
  readonly metrics: KeeperMetrics
  readonly chain: FollowedChain
  /** The balances of the payers, as of the last read. */
  payers(): PayerBalance[]
  /** Whether prices have not been readable for `pricePatienceMs`. */
  readonly hasNoPrices: boolean
  /** Starts nothing new, waits up to three seconds for running steps, and stops. */
  stop(): Promise<void>
}

/** The most pending transactions that pay positions: enough for a cluster, few enough for a localnet. */
const MAX_SETTLEMENTS = 24

/** Milliseconds to the first status poll; the websocket reports most confirmations before it. */
const POLL_MS = 500

/** Milliseconds after which a transaction without a known result is given up, and the step is retried. */
const PATIENCE_MS = 120_000

/** Milliseconds that a node may report no slot before the next one is listened to. */
const SILENCE_MS = 15_000

const WEEK = 7 * 86_400

/** How long running steps may take once the keeper is stopped. */
const GRACE_MS = 3_000

/**
 * Starts a keeper: it decides markets as soon as they can be decided, collects the fees, pays all positions and closes
 * the markets. If configured, it also buys in the burn auction and opens rounds. It keeps no state, and any number of
 * keepers can run at once.
 *
 * @throws Error if there is no payer, no node answers, the program is not set up or a series of rounds is too short
 */
export async function startKeeper(options: KeeperOptions): Promise<Keeper> {
  const { nodes, log, programId = PROGRAM_ID, tickMs = 300 } = options
  const payers = new Payers(options.payers)
  const metrics = new KeeperMetrics()
  const { accounts: source, yellowstone } = options
  const following = { nodes, accounts: source, yellowstone, programId, log, observer: metrics }
  const chain = options.chain ?? (await followChain(following))
  const { connection, rpc, book, loader, state } = chain
  try {
    requireLengths(options.rounds?.series ?? [], state.config.settings)
  } catch (error) {
    if (!options.chain) await chain.stop()
    throw error
  }
  let isStopped = false
  const warn = (where: string, message: string) => (error: Error) => {
    if (isStopped) return
    metrics.error(where)
    log.warn({ err: error }, message)
  }

  const socket = new NodeSocket(nodes[0], () => {})
  const pending = new PendingTransactions(connection, {
    programId,
    listener: socket.connection,
    pollMs: POLL_MS,
    patienceMs: PATIENCE_MS,
    giveUpMs: PATIENCE_MS,
    onError: warn('rpc', 'could not read transaction statuses'),
  })
  const onIncluded = metrics.transaction.bind(metrics)
  const onEarned = metrics.earned.bind(metrics)
  const { priorityFee, maxPriorityFee } = options
  const fees = { priorityFee, maxPriorityFee, onIncluded, onEarned }
  const sender = new Sender({ connection, programId, payers, pending, state, ...fees })
  const version = new NewestVersion(sender)
  const client = new PredictionMarketClient(connection, { programId })
  const accounts = new WatchedAccounts(connection)
  const accountNews = accounts.follow({
    nodes: rpc.addresses,
    silenceMs: SILENCE_MS,
    isCurrent: (slot) => rpc.isCurrent(slot),
    onError: (error, what) => warn('rpc', what)(error),
  })
  const now = () => most(state.now(), accounts.unixSecond)
  const rankOf = rankBy(() => state.feeVault)
  const onPriceError = warn('prices', 'could not stream prices, polling them instead')
  const outage = new PriceOutage(Date.now, options.pricePatienceMs)
  const live = [options.prices, options.proPrices].map((asked) => {
    const source = asked && outage.watch(asked)
    return source?.stream ? new StreamedPrices(source, { onError: onPriceError }) : source
  })
  const [prices, proPrices] = live
  const proofs = openProofs({
    prices,
    proPrices,
    unsignedPrices: options.unsignedPrices,
    attestorUrls: options.attestorUrls,
    accounts,
    rankOf,
    decisions: client.decisions,
    onError: warn('proof', 'could not read a price feed'),
    onAttestorError(error) {
      metrics.error('attestor')
      log.debug({ err: error }, 'attestor did not answer')
    },
  })
  const leftovers = new Leftovers({
    connection,
    payers: options.payers,
    sender,
    onError: warn('leftovers', 'could not close the account of a price message'),
  })
  const postings = new SharedPostings({
    client,
    sender,
    version: () => version.get(),
    onMessage: (receiver) => leftovers.expect(receiver),
    onError: warn('leftovers', 'could not close the account of a price message'),
  })
  const steps = new Steps({
    postings,
    connection,
    client,
    loader,
    sender,
    version: () => version.get(),
    proofs: proofs.sources,
    limit: new WorkLimit(MAX_SETTLEMENTS),
    rank: (market: Market) => rankMarket(rankOf, market),
    now,
    onSettled: metrics.settled.bind(metrics),
    onError: warn('settle', 'could not settle positions'),
  })
  const loop = new KeeperLoop({
    book,
    steps,
    proofs,
    accounts,
    metrics,
    log,
    rankOf,
    atLoss: options.atLoss,
    now,
    tickMs,
    retention: BigInt(options.retentionSeconds ?? WEEK),
    shard: options.shard,
    opener: options.rounds?.wallet.publicKey,
  })
  const recent = new RecentBalances(
    connection,
    options.payers.map(({ publicKey }) => publicKey),
    options.balanceMs,
  )
  const balances = () => payerBalances(recent, options.payers, options.minBalance)
  const hasNoPrices = () => outage.isOn
  const priceAges = () => proofs.prices?.ages() ?? Promise.resolve([])
  metrics.watch({ book, loader, now, balances, priceAges, hasNoPrices, pending: () => pending.size })
  const burner = options.burn && new Burner({ ...options.burn, state, client, sender, metrics, log })
  const opener =
    options.rounds &&
    new Opener({
      ...options.rounds,
      state,
      book,
      loader,
      sender,
      shard: options.shard,
      balanceMs: options.balanceMs,
      client: new PredictionMarketClient(connection, { programId, prices: options.prices }),
      metrics: new RoundMetrics(metrics.registry, options.rounds.series),
      log,
      onError: warn('rounds', 'could not open or cancel a round, will retry'),
    })
  loop.start()
  burner?.start()
  opener?.start()
  // Prices that Pyth has not signed leave no messages.
  if (!options.unsignedPrices) leftovers.start()

  let stopped: Promise<void> | undefined
  const stop = async () => {
    isStopped = true
    loop.stop()
    burner?.stop()
    opener?.stop()
    leftovers.stop()
    sender.stop()
    accountNews.stop()
    for (const source of live) if (source instanceof StreamedPrices) source.stop()
    await Promise.race([
      Promise.all([loop.idle(), burner?.idle(), opener?.idle()]),
      sleep(GRACE_MS, undefined, { ref: false }),
    ])
    pending.stop()
    socket.close()
    if (!options.chain) await chain.stop()
  }
  return {
    metrics,
    chain,
    payers: balances,
    get hasNoPrices() {
      return outage.isOn
    },
    stop() {
      stopped ??= stop()
      return stopped
    },
  }
}
