// Serves metrics for Prometheus.

import { Hono } from 'hono'
import type { Registry } from 'prom-client'
import type { PortChoice } from './listen.ts'
import { type AppServer, serveApp } from './serve-app.ts'

/** Adds `GET /metrics` for Prometheus. */
export function addMetrics(app: Hono, registry: Registry): void {
  app.get('/metrics', async (c) => {
    return c.body(await registry.metrics(), 200, { 'content-type': registry.contentType })
  })
}

/**
 * Serves metrics on a port of their own, which need not be reachable for those who use the service.
 *
 * @throws Error if the port cannot be opened
 */
export function serveMetrics(
  registry: Registry,
  { host, port }: Pick<PortChoice, 'host' | 'port'>,
  onError: (error: Error) => void,
): Promise<AppServer> {
  const app = new Hono()
  addMetrics(app, registry)
  return serveApp(app, { host, port, purpose: 'metrics', setting: 'METRICS_PORT' }, onError)
}
