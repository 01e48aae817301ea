import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { PROGRAM_ID, PredictionMarketClient } from '@prediction-market/sdk'
import type { PublicKey } from '@solana/web3.js'
import type { Logger } from 'pino'
import type { PriceSource } from '../prices/source.ts'
import { createApp } from './app.ts'
import { MarketBook } from './book/book.ts'
import { BookFollower, type SocketAddress } from './book/follower.ts'
import { BookLoader } from './book/loader.ts'
import { failoverConnection } from './chain/failover.ts'
import { ChainState } from './chain/state.ts'
import { Metrics } from './metrics.ts'
import { ProgressTracker } from './progress/progress.ts'

/** How a gateway starts. */
export interface GatewayOptions {
  /** Nodes, the preferred one first. */
  nodes: readonly [SocketAddress, ...SocketAddress[]]
  programId?: PublicKey
  /** Where prices come from, to show how far conditions are. */
  prices?: PriceSource
  host?: string
  /** 0 for any. */
  port: number
  log: Logger
  reconcileMs?: number
  silenceMs?: number
  progressMs?: number
}

/** A gateway that answers. */
export interface Gateway {
  /** Up to the path: `http://127.0.0.1:8080`. */
  readonly url: string
  readonly book: MarketBook
  /** Finishes the requests that are under way, then ends everything. */
  stop(): Promise<void>
}

/**
 * Starts a gateway: fills the book, then listens.
 *
 * @throws Error if no node answers, the program is not set up there, or the port is taken
 */
export async function startGateway(options: GatewayOptions): Promise<Gateway> {
  const { nodes, log, programId = PROGRAM_ID, host = '127.0.0.1', port } = options
  const metrics = new Metrics()
  const urls = nodes.map(({ rpcUrl }) => rpcUrl) as [string, ...string[]]
  const connection = failoverConnection(urls, metrics)
  const warn = (what: string) => (error: Error) => log.warn({ err: error }, what)

  const state = new ChainState(connection, programId, warn('the clock and configuration were not read'))
  const book = new MarketBook()
  const loader = new BookLoader(book, connection, programId, (address, error) => {
    log.warn({ err: error, address: address.toBase58() }, 'a market cannot be read')
  })
  const { prices, progressMs: everyMs = 5_000 } = options
  const onError = warn('progress was not read')
  const progress = new ProgressTracker({ book, connection, prices, everyMs, onError })
  const follower = new BookFollower({
    ...{ loader, state, programId, nodes },
    reconcileMs: options.reconcileMs ?? 60_000,
    silenceMs: options.silenceMs ?? 15_000,
    onError: (error, what) => log.warn({ err: error }, what),
  })

  await Promise.all([state.start(), loader.fill()])
  metrics.watch(book, state)
  follower.start()
  progress.start()
  const client = new PredictionMarketClient(connection, { programId })
  const app = createApp({ book, loader, state, client, progress, metrics, log })
  const server = createServer(getRequestListener(app.fetch))
  const stopFollowing = async () => {
    progress.stop()
    state.stop()
    await follower.stop()
  }
  try {
    await listen(server, port, host)
  } catch (error) {
    await stopFollowing()
    throw error
  }
  const { port: bound } = server.address() as AddressInfo
  return {
    url: `http://${host}:${bound}`,
    book,
    async stop() {
      await close(server)
      await stopFollowing()
    },
  }
}

function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => resolve())
  })
}

/** Takes no more connections, waits for the requests that are under way. */
function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeIdleConnections()
  })
}
