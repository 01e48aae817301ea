// The keeper's HTTP server: metrics and health.

import { Hono } from 'hono'
import { MAX_LAG_SECONDS } from '../chain/state.ts'
import type { PortChoice } from '../runtime/listen.ts'
import { type AppServer, serveApp } from '../runtime/serve-app.ts'
import { addMetrics } from '../runtime/serve-metrics.ts'
import type { Keeper } from './keeper.ts'

/**
 * Serves `GET /metrics`, `/health/live` and `/health/ready`, also as `/health`, all from memory. Readiness reports
 * `low` while a payer is low. It fails once all payers are low, and while the chain or prices cannot be read.
 *
 * @param hasMetricsApart - whether metrics are on a port of their own
 * @throws Error if the port cannot be opened
 */
export function serveKeeper(
  keeper: Keeper,
  { host, port }: Pick<PortChoice, 'host' | 'port'>,
  onError: (error: Error) => void,
  hasMetricsApart = false,
): Promise<AppServer> {
  const { chain, metrics } = keeper
  const app = new Hono()
  if (!hasMetricsApart) addMetrics(app, metrics.registry)
  app.get('/health/live', (c) => c.json({ status: 'ok' }))
  app.on('GET', ['/health', '/health/ready'], (c) => {
    const { state, book } = chain
    const balances = keeper.payers()
    const lowPayers = balances.filter(({ isLow }) => isLow).map(({ address }) => address)
    const isStale = state.lagMs() > 1_000 * MAX_LAG_SECONDS
    const isDry = lowPayers.length > 0 && lowPayers.length === balances.length
    const { hasNoPrices } = keeper
    const status = isStale ? 'stale' : hasNoPrices ? 'no prices' : lowPayers.length > 0 ? 'low' : 'ok'
    const body = { status, slot: state.slot, slotLag: state.lag(), markets: book.size, lowPayers }
    return c.json(body, isStale || hasNoPrices || isDry ? 503 : 200)
  })
  return serveApp(app, { host, port, purpose: 'keeper metrics', setting: 'KEEPER_PORT' }, onError)
}
