// Starts a keeper and its HTTP server as one service.

import { Hono } from 'hono'
import { MAX_LAG_SECONDS } from '../chain/state.ts'
import { type AppServer, addMetrics, type PortChoice, serveApp, serveMetrics } from '../runtime/serve.ts'
import { type Service, startTogether } from '../runtime/service.ts'
import { type KeeperConfig, keeperOptions } from './config.ts'
import { type Keeper, type KeeperOptions, startKeeper } from './keeper.ts'

export interface KeeperService extends Service {
  /** Of the server with metrics and health; `undefined` if no port was given. */
  readonly url: string | undefined
}

/** Starts a keeper, and a server for its metrics and health if `port` is given. */
export function startKeeperService(
  config: KeeperConfig,
  options: KeeperOptions,
  port = config.KEEPER_PORT,
): Promise<KeeperService> {
  return startTogether(async (add) => {
    const keeper = add(await startKeeper({ ...keeperOptions(config), ...options }))
    if (port === undefined) return { url: undefined }
    const onError = (error: Error) => options.log.error({ err: error }, 'request failed')
    const host = config.KEEPER_HOST
    // Beside a gateway, that port is the gateway's.
    const metricsPort = options.chain ? undefined : config.METRICS_PORT
    if (metricsPort !== undefined) {
      add(await serveMetrics(keeper.metrics.registry, { host, port: metricsPort }, onError))
    }
    const { url } = add(await serveKeeper(keeper, { host, port }, onError, metricsPort !== undefined))
    return { url }
  })
}

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
