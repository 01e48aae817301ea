import type { Connection, PublicKey } from '@solana/web3.js'
import type { Logger } from 'pino'
import { failoverConnection, type RpcObserver } from '../chain/failover.ts'
import type { Nodes } from '../chain/socket.ts'
import { ChainState } from '../chain/state.ts'
import { MarketBook } from './book.ts'
import { BookFollower } from './follower.ts'
import { BookLoader } from './loader.ts'

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
  /** Fails over to the next node. */
  connection: Connection
  state: ChainState
  book: MarketBook
  loader: BookLoader
  stop(): Promise<void>
}

/**
 * Fills a book with all markets and keeps it current.
 *
 * @throws Error if no node answers or the program is not set up there
 */
export async function followChain(options: FollowOptions): Promise<FollowedChain> {
  const { nodes, programId, log, observer, reconcileMs = 60_000, silenceMs = 15_000 } = options
  const urls = nodes.map(({ rpcUrl }) => rpcUrl) as [string, ...string[]]
  const connection = failoverConnection(urls, observer)
  const state = new ChainState(connection, programId, (error) => {
    log.warn({ err: error }, 'could not read the clock and the configuration')
  })
  const book = new MarketBook()
  const loader = new BookLoader(book, connection, programId, (address, error) => {
    log.warn({ err: error, address }, 'could not decode a market account')
  })
  const follower = new BookFollower({
    loader,
    state,
    programId,
    nodes,
    reconcileMs,
    silenceMs,
    onError: (error, what) => log.warn({ err: error }, what),
  })
  await Promise.all([state.start(), loader.fill()])
  follower.start()
  return {
    connection,
    state,
    book,
    loader,
    async stop() {
      state.stop()
      await follower.stop()
    },
  }
}
