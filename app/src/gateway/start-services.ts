import { PredictionMarketClient } from '@prediction-market/sdk'
import type { PublicKey } from '@solana/web3.js'
import { type FollowedChain, followChain } from '../book/follow-chain.ts'
import type { GatewayOptions } from './gateway.ts'
import { Metrics } from './metrics.ts'
import { ProgressTracker } from './progress/progress.ts'
import type { ChainServices, DeploymentInfo } from './services.ts'

/** The options of the services. */
export interface ServicesOptions extends GatewayOptions {
  programId: PublicKey
  deployment: DeploymentInfo
}

/**
 * Starts the services that need only the chain. When it returns, the book is loaded.
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
    book,
    connection,
    prices,
    everyMs: progressMs,
    attestorUrls: options.attestorUrls ?? options.localnet?.attestorUrls ?? [],
    onError: (error) => log.warn({ err: error }, 'could not read the progress of conditions'),
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
