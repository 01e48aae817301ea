// Opens the services that read the history: the archive, the live stream and webhook deliveries.

import type { Logger } from 'pino'
import type { History } from '../history/history.ts'
import { Archive } from '../history/queries/archive.ts'
import { clientAddress } from '../runtime/client-address.ts'
import type { Metrics } from './health/metrics.ts'
import { EventHub } from './stream/hub.ts'
import { DEFAULT_STREAM_LIMITS, OpenStreams, type StreamLimits } from './stream/limits.ts'
import { DEFAULT_DELIVERY, type DeliveryOptions, WebhookDelivery } from './webhooks/delivery.ts'

/** Settings of the live stream. */
export interface StreamOptions extends Partial<StreamLimits> {
  /** Milliseconds between two comments on a silent stream; less than the idle timeout of proxies. */
  heartbeatMs?: number | undefined
  /** How many events to keep in memory; 5,000 by default. */
  recent?: number | undefined
}

/** Settings of the services that read the history. */
export interface HistoryOptions {
  log: Logger
  metrics: Metrics
  streams?: StreamOptions | undefined
  webhooks?: Partial<DeliveryOptions> | undefined
  /** Decimals of the utility mint. */
  utilityDecimals: number
  /** How many trusted proxies are in front of the gateway. */
  trustedProxies?: number | undefined
}

/** The services that read the history. */
export interface HistoryServices {
  services: { archive: Archive; hub: EventHub; streams: OpenStreams }
  /** Call it once the history has started. */
  start(): void
  /** Ends all streams. */
  stop(): Promise<void>
}

const HEARTBEAT_MS = 15_000

/** Creates the archive of closed markets, the live stream and the deliveries of webhooks. */
export function openHistory(history: History, options: HistoryOptions): HistoryServices {
  const { log, metrics, utilityDecimals, trustedProxies = 0 } = options
  const { heartbeatMs = HEARTBEAT_MS, recent, ...limits } = options.streams ?? {}
  const archive = new Archive(history, (error) => {
    log.warn({ err: error }, 'could not update the archive of closed markets')
  })
  const hub = new EventHub({
    history,
    heartbeatMs,
    recent,
    utilityDecimals,
    onError: (error) => log.warn({ err: error }, 'could not read the log of events'),
  })
  const streams = new OpenStreams(
    { ...DEFAULT_STREAM_LIMITS, ...limits },
    (c) => clientAddress(c, trustedProxies),
    metrics.registry,
  )
  const delivery = new WebhookDelivery(
    {
      history,
      hub,
      registry: metrics.registry,
      onError: (error) => log.warn({ err: error }, 'could not deliver events to webhooks'),
    },
    { ...DEFAULT_DELIVERY, ...options.webhooks },
  )
  return {
    services: { archive, hub, streams },
    start() {
      archive.start()
      hub.start(history.lastEvent)
      delivery.start()
    },
    async stop() {
      await delivery.stop()
      await hub.stop()
      await archive.stop()
    },
  }
}
