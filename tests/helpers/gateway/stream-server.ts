// Serves the event stream over HTTP on a recorded history.

import type { AddressInfo } from 'node:net'
import pino from 'pino'
import { createApp } from '../../../app/src/gateway/app.ts'
import { Metrics } from '../../../app/src/gateway/health/metrics.ts'
import { openStream, type StreamOptions } from '../../../app/src/gateway/stream/limits.ts'
import { eventsRoute } from '../../../app/src/gateway/stream/routes.ts'
import type { History } from '../../../app/src/history/follow.ts'
import { httpServer, type ServerLimits } from '../../../app/src/runtime/http-server.ts'
import { closeAtOnce } from '../../../app/src/runtime/serve.ts'

/** The stream over real HTTP, behind the gateway's middleware, on a recorded history. */
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
  const parts = { history, log, registry: metrics.registry, utilityDecimals: 6 }
  const stream = openStream(parts, { perCaller: 5_000, ...options.streams })
  const rate = { reads: options.reads ?? Number.POSITIVE_INFINITY, writes: 1 }
  const app = createApp({ db: history.db, log, metrics, rates: { address: rate } })
  eventsRoute(app, { history, log, ...stream })
  const server = httpServer(app.fetch, options.server)
  stream.hub.start(history.lastEvent)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    metrics,
    async stop() {
      await stream.hub.stop()
      await closeAtOnce(server)
    },
  }
}
