// Starts a gateway: its services, the REST interface, and what is mounted on it.

import type { Server } from 'node:http'
import { PROGRAM_ID } from '@prediction-market/sdk'
import type { MarketBook } from '../book/book.ts'
import { type FollowedChain, followChain } from '../book/follow-chain.ts'
import { httpServer } from '../runtime/http-server.ts'
import { type AppServer, listen, reachableHost, serveMetrics } from '../runtime/serve.ts'
import { openStore } from '../store/store.ts'
import { createApp } from './app.ts'
import { Metrics } from './health/metrics.ts'
import { openServices } from './open-services.ts'
import type { GatewayOptions, Mounted } from './options.ts'
import { addRoutes } from './routes.ts'

export interface Gateway {
  /** Base URL without a path: `http://127.0.0.1:8080`. */
  readonly url: string
  readonly book: MarketBook
  /** Its view of the chain, for other services in this process. */
  readonly chain: FollowedChain
  /** Takes no more requests, finishes those in progress, and stops. */
  stop(): Promise<void>
}

/** Milliseconds that requests in progress may take after `stop`. */
const GRACE_MS = 15_000

/**
 * Starts a gateway: loads the book, then listens.
 *
 * @throws Error if no node answers, the program is not set up there, or the port is taken
 */
export async function startGateway(options: GatewayOptions): Promise<Gateway> {
  const { log, host = '127.0.0.1', programId = PROGRAM_ID, publicHosts } = options
  const metrics = new Metrics()
  const [store, chain] = await both(
    openStore({ onError: (error) => log.error({ err: error }, 'store failed'), ...options.store }),
    followChain({ ...options, programId, observer: metrics }),
  )
  const { db } = store
  const opened = openServices(options, { store, chain, metrics })
  const { services } = opened
  const mounted: Mounted[] = []
  let metricsServer: AppServer | undefined
  const release = async () => {
    await metricsServer?.stop()
    for (const one of mounted) await one.stop?.()
    await opened.stop()
    await chain.stop()
    await store.close()
  }
  let server: Server
  let port: number
  try {
    for (const mount of options.mounts ?? []) mounted.push(await mount(services))
    const before = mounted.flatMap(({ middleware }) => middleware ?? [])
    const app = createApp({ db, log, metrics, publicHosts, before, ...options.limits })
    addRoutes(app, services)
    for (const one of mounted) one.addRoutes(app)
    server = httpServer(app.fetch, options.server)
    await opened.start()
    for (const one of mounted) one.start?.()
    if (options.metricsPort !== undefined) {
      const onError = (error: Error) => log.warn({ err: error }, 'metrics failed')
      metricsServer = await serveMetrics(metrics.registry, { host, port: options.metricsPort }, onError)
    }
    const purpose = { whose: 'the', purpose: 'gateway', setting: 'PORT' }
    port = await listen(server, { host, port: options.port, ...purpose })
  } catch (error) {
    await release()
    throw error
  }
  let stopped: Promise<void> | undefined
  return {
    url: `http://${reachableHost(host)}:${port}`,
    book: chain.book,
    chain,
    stop() {
      // Streams never end by themselves.
      stopped ??= services.hub
        .stop()
        .then(() => close(server))
        .then(release)
      return stopped
    },
  }
}

/** Awaits both; if one fails, the other is stopped. */
async function both<A extends { close(): Promise<void> }, B extends { stop(): Promise<void> }>(
  first: Promise<A>,
  second: Promise<B>,
): Promise<[A, B]> {
  const [a, b] = await Promise.allSettled([first, second])
  if (a.status === 'fulfilled' && b.status === 'fulfilled') return [a.value, b.value]
  if (a.status === 'fulfilled') await a.value.close()
  if (b.status === 'fulfilled') await b.value.stop()
  throw a.status === 'rejected' ? a.reason : (b as PromiseRejectedResult).reason
}

/** Closes a server, and waits up to `GRACE_MS` for requests in progress. */
function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => server.closeAllConnections(), GRACE_MS)
    server.close(() => {
      clearTimeout(timer)
      resolve()
    })
    server.closeIdleConnections()
  })
}
