import type { AddressInfo } from 'node:net'
import { OpenAPIHono } from '@hono/zod-openapi'
import pino from 'pino'
import type { GatewayEnv } from '../../../app/src/gateway/context.ts'
import { guardRoutes } from '../../../app/src/gateway/guard.ts'
import { gatewayGuards } from '../../../app/src/gateway/guards.ts'
import { openHistory, type StreamOptions } from '../../../app/src/gateway/history.ts'
import { Metrics } from '../../../app/src/gateway/metrics.ts'
import { Observer } from '../../../app/src/gateway/observe.ts'
import { eventsRoute } from '../../../app/src/gateway/routes/events.ts'
import type { History } from '../../../app/src/history/history.ts'
import { httpServer, type ServerLimits } from '../../../app/src/runtime/http-server.ts'
import { closeAtOnce } from '../../../app/src/runtime/listen.ts'

/** The stream over real HTTP, behind the gateway's guards, on a recorded history. */
export interface StreamServer {
  url: string
  metrics: Metrics
  stop(): Promise<void>
}

/** Starts it. */
export async function streamServer(
  history: History,
  options: { streams?: StreamOptions; server?: Partial<ServerLimits>; reads?: number } = {},
): Promise<StreamServer> {
  const log = pino({ level: 'silent' })
  const metrics = new Metrics()
  const past = openHistory(history, { log, metrics, streams: { perCaller: 5_000, ...options.streams } })
  const routes = new OpenAPIHono<GatewayEnv>()
  eventsRoute(routes, { history, log, ...past.services })
  const rate = { reads: options.reads ?? Number.POSITIVE_INFINITY, writes: 1 }
  const guards = gatewayGuards({ db: history.db, rates: { address: rate } })
  const app = guardRoutes(routes, { observer: new Observer(log, metrics), guards })
  const server = httpServer(app.fetch, options.server)
  await past.start()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    metrics,
    async stop() {
      await past.stop()
      await closeAtOnce(server)
    },
  }
}
