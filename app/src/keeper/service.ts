// Starts a keeper and its HTTP server as one service.

import { serveMetrics } from '../runtime/serve-metrics.ts'
import { type Service, startTogether } from '../runtime/service.ts'
import { type KeeperConfig, keeperOptions } from './config.ts'
import { type KeeperOptions, startKeeper } from './keeper.ts'
import { serveKeeper } from './server.ts'

/** A keeper and its HTTP server. */
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
