// Fills the book with all markets of the chain and keeps it current.

import { marketFilters, marketIdOf } from '@prediction-market/sdk/accounts'
import { PublicKey } from '@solana/web3.js'
import type { Logger } from 'pino'
import type { AccountSource } from '../chain/account-source.ts'
import type { NodeConnection } from '../chain/node-connection.ts'
import { RpcAccountSource } from '../chain/rpc-account-source.ts'
import { RpcNodes, type RpcObserver } from '../chain/rpc-nodes.ts'
import type { Nodes } from '../chain/socket.ts'
import { ChainState } from '../chain/state.ts'
import { CoalescedTask } from '../runtime/coalesced-task.ts'
import { MarketBook } from './book.ts'
import { BookLoader } from './loader.ts'

/** Milliseconds between two checks of markets that a node did not have. */
const MISSING_MS = 5_000

/** Settings of a followed chain. */
export interface FollowOptions {
  nodes: Nodes
  /** All markets and their changes; by default read from the nodes. */
  accounts?: AccountSource | undefined
  programId: PublicKey
  log: Logger
  /** Observes every call to a node. */
  observer: RpcObserver
  /** Milliseconds between two reads of all markets. */
  reconcileMs?: number | undefined
  /** Milliseconds that a node may report no slot before the next node is subscribed to. */
  silenceMs?: number | undefined
}

/** The chain's state and markets, kept current until it is stopped. */
export interface FollowedChain {
  /** The nodes of the chain, for other parts of this process. */
  rpc: RpcNodes
  /** Fails over to the next node. */
  connection: NodeConnection
  state: ChainState
  book: MarketBook
  loader: BookLoader
  stop(): Promise<void>
}

/**
 * Fills a book with all markets and keeps it current: follows their accounts, and reads all of them again on a timer
 * and after each gap in the notifications.
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
  const accounts = options.accounts ?? new RpcAccountSource({ rpc, programId, silenceMs, onError: warn })
  const book = new MarketBook()
  const loader = new BookLoader(book, {
    accounts,
    connection,
    nodes: rpc.each,
    programId,
    onUndecodable: (address, error) => {
      log.warn({ err: error, address }, 'could not decode a market')
    },
  })
  const reconciliation = new CoalescedTask(
    () => loader.reconcile(),
    (error) => warn(error, 'could not reconcile the book'),
  )
  const onAccount = (address: string, data: Buffer | null, slot: number) => {
    const known = book.get(marketIdOf(address))
    // A notification that seems old may be new: the localnet's node reports the slot of the subscription.
    const isOld = known !== undefined && slot < known.slot
    const update = isOld ? loader.refresh([new PublicKey(address)]) : loader.update(address, data, slot)
    update.catch((error) => warn(error, 'could not update a market of the book'))
  }
  await Promise.all([state.start(), loader.fill()])
  const listener = accounts.follow(marketFilters(), {
    onAccount,
    onGap: () => reconciliation.request(),
    onSlot: (slot) => {
      state.sawSlot(slot)
      rpc.sawSlot(slot)
    },
  })
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
