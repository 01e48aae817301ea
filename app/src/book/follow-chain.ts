import { marketFilters, toMarketId } from '@prediction-market/sdk'
import type { Connection, ProgramAccountChangeCallback, PublicKey } from '@solana/web3.js'
import type { Logger } from 'pino'
import { NodeListener } from '../chain/node-listener.ts'
import { RpcNodes, type RpcObserver } from '../chain/rpc-nodes.ts'
import type { Nodes } from '../chain/socket.ts'
import { ChainState } from '../chain/state.ts'
import { CoalescedTask } from '../runtime/coalesced-task.ts'
import { MarketBook } from './book.ts'
import { BookLoader } from './loader.ts'

/** How often to look again for markets that a node did not have. */
const MISSING_MS = 5_000

/** Settings of a followed chain. */
export interface FollowOptions {
  nodes: Nodes
  programId: PublicKey
  log: Logger
  /** Observes every call to a node. */
  observer: RpcObserver
  /** How often to read all markets again. */
  reconcileMs?: number | undefined
  /** How long a node may report no slot before the next one is listened to. */
  silenceMs?: number | undefined
}

/** The chain's state and markets, kept current until it is stopped. */
export interface FollowedChain {
  /** Its nodes, for others in this process that ask them. */
  rpc: RpcNodes
  /** Fails over to the next node. */
  connection: Connection
  state: ChainState
  book: MarketBook
  loader: BookLoader
  stop(): Promise<void>
}

/**
 * Fills a book with all markets and keeps it current: subscribes to a node, and reads all markets again on a timer
 * and after each connection, because changes before it were missed.
 *
 * @throws Error if no node answers or the program is not set up there
 */
export async function followChain(options: FollowOptions): Promise<FollowedChain> {
  const { nodes, programId, log, observer, reconcileMs = 60_000, silenceMs = 15_000 } = options
  const warn = (error: Error, what: string) => log.warn({ err: error }, what)
  const rpc = new RpcNodes(nodes, observer)
  const { connection } = rpc
  const state = new ChainState(connection, programId, (error) => {
    warn(error, 'could not read the clock and the configuration')
  })
  const book = new MarketBook()
  const loader = new BookLoader(book, {
    connection,
    nodes: rpc.each,
    programId,
    onUndecodable: (address, error) => {
      log.warn({ err: error, address }, 'could not decode a market account')
    },
  })
  const reconciliation = new CoalescedTask(
    () => loader.reconcile(),
    (error) => warn(error, 'could not reconcile the book'),
  )
  const onAccount: ProgramAccountChangeCallback = ({ accountId, accountInfo }, { slot }) => {
    const known = book.get(toMarketId(accountId))
    // A notification that seems old may be news: the localnet's node names the slot of the subscription in it.
    const update =
      known && slot < known.slot ? loader.refresh([accountId]) : loader.update(accountId, accountInfo, slot)
    update.catch((error) => warn(error, 'could not update a market of the book'))
  }
  const filter = { commitment: 'confirmed', filters: marketFilters() } as const
  const listener = new NodeListener({
    nodes,
    silenceMs,
    onError: warn,
    onOpen: () => reconciliation.request(),
    seenSlot: () => rpc.slot,
    onSlot: (slot) => {
      state.sawSlot(slot)
      rpc.sawSlot(slot)
    },
    subscribe: (socket) => socket.onProgramAccountChange(programId, onAccount, filter),
  })
  await Promise.all([state.start(), loader.fill()])
  listener.start()
  const timers = [
    setInterval(() => reconciliation.request(), reconcileMs).unref(),
    setInterval(() => {
      loader.removeMissing().catch((error) => warn(error, 'could not look for missing markets'))
    }, MISSING_MS).unref(),
  ]
  return {
    rpc,
    connection,
    state,
    book,
    loader,
    async stop() {
      state.stop()
      for (const timer of timers) clearInterval(timer)
      listener.stop()
      await reconciliation.stop()
    },
  }
}
