import { MarketPlanner, PendingTransactions, PROGRAM_ID } from '@prediction-market/sdk'
import type { Connection, Keypair, PublicKey } from '@solana/web3.js'
import pLimit from 'p-limit'
import type { Logger } from 'pino'
import { type FollowedChain, followChain } from '../book/follow-chain.ts'
import { NodeSocket, type Nodes } from '../chain/socket.ts'
import type { PricePoster, PriceSource } from '../prices/source.ts'
import { KeeperLoop } from './loop.ts'
import { KeeperMetrics } from './metrics.ts'
import { openProofs } from './proofs/open.ts'
import type { Shard } from './shard.ts'
import { Steps } from './steps.ts'
import { Payers } from './transactions/payers.ts'
import { Sender } from './transactions/sender.ts'
import { WatchedAccounts } from './watched-accounts.ts'

/** How a keeper starts. */
export interface KeeperOptions {
  nodes: Nodes
  /** The chain as somebody else in this process follows it; the keeper follows it itself by default. */
  chain?: FollowedChain | undefined
  programId?: PublicKey
  /** Pay for transactions, in turn. */
  payers: readonly Keypair[]
  /** Micro-lamports offered for each compute unit; none by default. */
  priorityFee?: bigint | undefined
  /** Where Pyth updates come from; without it, nothing about prices is decided. */
  prices?: PriceSource | undefined
  /** Brings updates to the chain that Pyth has not signed, as on the localnet. */
  unsignedPrices?: PricePoster | undefined
  /** Attestors to ask, up to the `/attestations`; without any, nothing about holders and events is decided. */
  attestorUrls?: readonly string[] | undefined
  /** Seconds that a market is kept after its last payout; a week by default. */
  retentionSeconds?: number | undefined
  /** Which of several keepers this is, that share the markets out; all are this one's by default. */
  shard?: Shard | undefined
  /** How often it is looked what there is to do. */
  tickMs?: number | undefined
  log: Logger
}

/** A keeper that works. */
export interface Keeper {
  readonly metrics: KeeperMetrics
  readonly chain: FollowedChain
  /** Begins nothing new, waits a moment for what is under way, and ends. */
  stop(): Promise<void>
}

/** Transactions that pay positions and are on their way at once: enough for a cluster, few enough for a localnet. */
const SETTLEMENTS = 24

/** Milliseconds to the first status poll; the websocket reports most confirmations before it. */
const POLL_MS = 500

/** Milliseconds without an answer from a node until a transaction counts as unconfirmed, and the step is retried. */
const PATIENCE_MS = 120_000

const WEEK = 7 * 86_400

/** How long what is under way may take once the keeper is told to stop. */
const GRACE_MS = 3_000

/**
 * Starts a keeper: it decides markets as soon as they can be, takes the fees, pays everyone and clears away what
 * is left, without being told. It has no state of its own; any number of them can run at once.
 *
 * @throws Error if there is no payer, no node answers or the program is not set up there
 */
export async function startKeeper(options: KeeperOptions): Promise<Keeper> {
  const { nodes, log, programId = PROGRAM_ID, tickMs = 300, priorityFee } = options
  const payers = new Payers(options.payers)
  const metrics = new KeeperMetrics()
  const chain = options.chain ?? (await followChain({ nodes, programId, log, observer: metrics }))
  const { connection, book, loader, state } = chain
  let isStopped = false
  const warn = (where: string, what: string) => (error: Error) => {
    if (isStopped) return
    metrics.error(where)
    log.warn({ err: error }, what)
  }

  const socket = new NodeSocket(nodes[0], () => {})
  const pending = new PendingTransactions(connection, {
    programId,
    listener: socket.connection,
    pollMs: POLL_MS,
    patienceMs: PATIENCE_MS,
    onError: warn('rpc', 'could not read transaction statuses'),
  })
  const onIncluded = metrics.transaction.bind(metrics)
  const sender = new Sender({ connection, programId, payers, pending, priorityFee, onIncluded })
  const planner = new MarketPlanner(connection, { programId })
  const accounts = new WatchedAccounts(connection)
  const proofs = openProofs({
    prices: options.prices,
    unsignedPrices: options.unsignedPrices,
    attestorUrls: options.attestorUrls,
    accounts,
    planner,
    onError: warn('proof', 'could not read a price feed'),
    onAttestorError(error) {
      metrics.error('attestor')
      log.debug({ err: error }, 'attestor did not answer')
    },
  })
  const steps = new Steps({
    planner,
    loader,
    sender,
    priorityFee,
    proofs: proofs.sources,
    limit: pLimit(SETTLEMENTS),
    onSettled: metrics.settled.bind(metrics),
    onError: warn('settle', 'positions were not settled'),
  })
  const now = () => later(state.now(), accounts.unixSecond)
  const loop = new KeeperLoop({
    book,
    steps,
    proofs,
    accounts,
    metrics,
    log,
    now,
    tickMs,
    retention: BigInt(options.retentionSeconds ?? WEEK),
    shard: options.shard,
  })
  const balances = () => readBalances(connection, options.payers)
  metrics.watch({ book, now, balances, pending: () => pending.size })
  loop.start()

  let stopped: Promise<void> | undefined
  const stop = async () => {
    isStopped = true
    loop.stop()
    sender.stop()
    await Promise.race([loop.idle(), sleep(GRACE_MS)])
    pending.stop()
    socket.close()
    if (!options.chain) await chain.stop()
  }
  return {
    metrics,
    chain,
    stop() {
      stopped ??= stop()
      return stopped
    },
  }
}

/** Lamports by address. */
async function readBalances(connection: Connection, keys: readonly Keypair[]): Promise<Map<string, number>> {
  const addresses = keys.map(({ publicKey }) => publicKey)
  const accounts = await connection.getMultipleAccountsInfo(addresses)
  return new Map(addresses.map((address, index) => [address.toBase58(), accounts[index]?.lamports ?? 0]))
}

/** The later one of two moments. */
function later(one: bigint, other: bigint): bigint {
  return one < other ? other : one
}

function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds).unref())
}
