import { PredictionMarketClient } from '@prediction-market/sdk'
import type { PublicKey } from '@solana/web3.js'
import { MarketBook } from './book/book.ts'
import { BookFollower } from './book/follower.ts'
import { BookLoader } from './book/loader.ts'
import { failoverConnection } from './chain/failover.ts'
import { ChainState } from './chain/state.ts'
import type { GatewayOptions } from './gateway.ts'
import { Metrics } from './metrics.ts'
import { ProgressTracker } from './progress/progress.ts'
import { TransactionRelay } from './relay/relay.ts'
import type { DeploymentInfo, Services } from './services.ts'

/** What the services are started with. */
export interface ServicesOptions extends GatewayOptions {
  programId: PublicKey
  deployment: DeploymentInfo
}

/**
 * Starts what the routes work with; when it returns, the book is filled.
 *
 * @throws Error if no node answers or the program is not set up there
 */
export async function startServices(
  options: ServicesOptions,
): Promise<{ services: Services; stop(): Promise<void> }> {
  const { nodes, log, programId, prices, deployment } = options
  const { reconcileMs = 60_000, silenceMs = 15_000, progressMs = 5_000, patienceMs = 10_000 } = options
  const warn = (what: string) => (error: Error) => log.warn({ err: error }, what)

  const metrics = new Metrics()
  const urls = nodes.map(({ rpcUrl }) => rpcUrl) as [string, ...string[]]
  const connection = failoverConnection(urls, metrics)
  const state = new ChainState(connection, programId, warn('the clock and configuration were not read'))
  const book = new MarketBook()
  const loader = new BookLoader(book, connection, programId, (address, error) => {
    log.warn({ err: error, address }, 'a market cannot be read')
  })
  const follower = new BookFollower({
    ...{ loader, state, programId, nodes, reconcileMs, silenceMs },
    onError: (error, what) => log.warn({ err: error }, what),
  })
  const progress = new ProgressTracker({
    ...{ book, connection, prices, everyMs: progressMs },
    onError: warn('progress was not read'),
  })
  const relay = new TransactionRelay({
    ...{ connection, programId, loader, patienceMs },
    config: () => state.config,
    onError: warn('a transaction was not confirmed'),
  })

  await Promise.all([state.start(), loader.fill()])
  metrics.watch(book, state)
  follower.start()
  progress.start()
  const client = new PredictionMarketClient(connection, { programId })
  return {
    services: { book, state, client, progress, relay, metrics, log, deployment },
    async stop() {
      progress.stop()
      state.stop()
      await follower.stop()
    },
  }
}
