import type { Server } from 'node:http'
import { PROGRAM_ID } from '@prediction-market/sdk'
import type { PublicKey } from '@solana/web3.js'
import type { Logger } from 'pino'
import type { MarketBook } from '../book/book.ts'
import type { FollowedChain } from '../book/follow-chain.ts'
import type { Nodes } from '../chain/socket.ts'
import { Projector } from '../history/projector/projector.ts'
import type { PriceSource } from '../prices/source.ts'
import { httpServer, type ServerLimits } from '../runtime/http-server.ts'
import { listen, reachableHost } from '../runtime/listen.ts'
import { openStore, type StoreOptions } from '../store/store.ts'
import { createApp } from './app.ts'
import { type GuardOptions, gatewayGuards } from './guards.ts'
import { openHistory, type StreamOptions } from './history.ts'
import { MAX_BODY } from './limits/body.ts'
import { Observer } from './observe.ts'
import { TransactionRelay } from './relay/relay.ts'
import { keyRoutes } from './routes/keys.ts'
import type { LocalnetControls } from './routes/localnet.ts'
import type { DeploymentInfo } from './services.ts'
import { startServices } from './start-services.ts'

/** How a gateway starts. */
export interface GatewayOptions {
  nodes: Nodes
  programId?: PublicKey
  /** Where prices come from, to show how far conditions are. */
  prices?: PriceSource | undefined
  /** Attestors that say how far conditions on holders and events are; the localnet's, if it runs beside one. */
  attestorUrls?: readonly string[] | undefined
  /** The localnet that it runs beside. */
  localnet?: LocalnetControls | undefined
  deployment?: Partial<DeploymentInfo>
  /** Where it listens; this machine alone by default. */
  host?: string
  /** 0 for any. */
  port: number
  log: Logger
  store?: StoreOptions
  guards?: Omit<GuardOptions, 'db'>
  server?: Partial<ServerLimits>
  streams?: StreamOptions | undefined
  /** How often the whole book is read again. */
  reconcileMs?: number | undefined
  /** How long a node may report no slot before the next one is listened to. */
  silenceMs?: number | undefined
  /** How often the progress of conditions is read. */
  progressMs?: number | undefined
  /** How long an answer waits for a transaction to be confirmed. */
  patienceMs?: number | undefined
}

/** A gateway that answers. */
export interface Gateway {
  /** Up to the path: `http://127.0.0.1:8080`. */
  readonly url: string
  readonly book: MarketBook
  /** The chain as it follows it, for others in this process. */
  readonly chain: FollowedChain
  /** Takes no more requests, finishes those that are under way, then ends everything. */
  stop(): Promise<void>
}

/** How long an answer waits for a transaction to be confirmed. */
const PATIENCE_MS = 10_000

/** How long requests that are under way may take once the gateway is told to stop. */
const GRACE_MS = 15_000

/**
 * Starts a gateway: fills the book, then listens.
 *
 * @throws Error if no node answers, the program is not set up there, or the port is taken
 */
export async function startGateway(options: GatewayOptions): Promise<Gateway> {
  const { log, host = '127.0.0.1', localnet, guards } = options
  const deployment = {
    cluster: localnet ? 'localnet' : 'custom',
    maxBodyBytes: guards?.maxBody ?? MAX_BODY,
    maxSlotLag: 50,
    ...options.deployment,
  }
  const onError = (error: Error) => log.error({ err: error }, 'the store failed')
  const warn = (error: Error, what: string) => log.warn({ err: error }, what)
  const { programId = PROGRAM_ID, nodes, silenceMs } = options
  const [store, started] = await both(
    openStore({ onError, ...options.store }),
    startServices({ ...options, programId, deployment }),
  )
  const { connection, loader, state } = started.chain
  const history = new Projector({
    ...{ db: store.db, connection, programId, nodes, silenceMs },
    // Every localnet is a chain of its own.
    replaceOther: localnet !== undefined,
    onError: warn,
  })
  const relay = new TransactionRelay({
    ...{ connection, programId, loader, db: store.db, patienceMs: options.patienceMs ?? PATIENCE_MS },
    config: () => state.config,
    onError: warn,
  })
  const { metrics } = started.services
  const { trustedProxies } = guards ?? {}
  const past = openHistory(history, { log, metrics, streams: options.streams, trustedProxies })
  const services = { ...started.services, relay, history, ...past.services }
  const letGo = async () => {
    await past.stop()
    await history.stop()
    await started.stop()
    await store.close()
  }
  const before = gatewayGuards({ db: store.db, ...guards })
  const observer = new Observer(log, services.metrics)
  const more = [keyRoutes({ db: store.db })]
  const app = createApp(services, { observer, guards: before, localnet, more })
  const server = httpServer(app.fetch, options.server)
  const choice = { host, port: options.port, whose: 'the', purpose: 'gateway', setting: 'PORT' }
  let port: number
  try {
    await history.start()
    await past.start()
    port = await listen(server, choice)
  } catch (error) {
    await letGo()
    throw error
  }
  let stopped: Promise<void> | undefined
  return {
    url: `http://${reachableHost(host)}:${port}`,
    book: services.book,
    chain: started.chain,
    stop() {
      // Streams would go on for ever.
      stopped ??= past
        .stop()
        .then(() => close(server))
        .then(letGo)
      return stopped
    },
  }
}

/** Starts two things at once; if one fails, the other is let go of. */
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

/** Takes no more connections and waits for the requests that are under way, though not for ever. */
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
