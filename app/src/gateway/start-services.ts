import { PredictionMarketClient } from '@prediction-market/sdk'
import type { PublicKey } from '@solana/web3.js'
import { type FollowedChain, followChain } from '../book/follow-chain.ts'
import type { GatewayOptions } from './gateway.ts'
import { Metrics } from './metrics.ts'
import { ProgressTracker } from './progress/progress.ts'
import type { ChainServices, DeploymentInfo } from './services.ts'

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
): Promise<{ services: ChainServices; chain: FollowedChain; stop(): Promise<void> }> {
  const { log, programId, prices, deployment, progressMs = 5_000 } = options

  const metrics = new Metrics()
  const chain = await followChain({ ...options, observer: metrics })
  const { connection, state, book } = chain
  const progress = new ProgressTracker({
    ...{ book, connection, prices, everyMs: progressMs },
    attestorUrls: options.attestorUrls ?? options.localnet?.attestorUrls ?? [],
    onError: (error) => log.warn({ err: error }, 'progress was not read'),
  })

  metrics.watch(book, state)
  progress.start()
  const client = new PredictionMarketClient(connection, { programId })
  return {
    services: { book, state, client, progress, metrics, log, deployment },
    chain,
    async stop() {
      progress.stop()
      await chain.stop()
    },
  }
}
