import type { Logger } from 'pino'
import type { History } from '../history/projector/projector.ts'
import { Archive } from '../history/queries/archive.ts'
import type { LoggedEvent } from '../history/queries/log.ts'
import { clientAddress } from './limits/address.ts'
import type { Metrics } from './metrics.ts'
import type { Services } from './services.ts'
import { EventHub } from './stream/hub.ts'
import { DEFAULT_STREAM_LIMITS, OpenStreams, type StreamLimits } from './stream/limits.ts'

/** How the live stream is run. */
export interface StreamOptions extends Partial<StreamLimits> {
  /** How often streams are told that nothing has happened; more often than a connection may be silent. */
  heartbeatMs?: number | undefined
}

/** What the past is read with. */
export interface PastOptions {
  log: Logger
  metrics: Metrics
  streams?: StreamOptions | undefined
  /** Proxies of ours in front of the gateway. */
  trustedProxies?: number | undefined
}

/** What answers from the history, and tells of what is added to it. */
export interface Past {
  services: Pick<Services, 'archive' | 'hub' | 'streams'>
  /** To be called once the history is there. */
  start(): Promise<void>
  /** Ends all streams. */
  stop(): Promise<void>
}

const HEARTBEAT_MS = 15_000

/** Puts together what the routes read the past with. */
export function openPast(history: History, options: PastOptions): Past {
  const { log, metrics, trustedProxies = 0 } = options
  const { heartbeatMs = HEARTBEAT_MS, ...limits } = options.streams ?? {}
  const archive = new Archive(history.db)
  const hub = new EventHub({
    ...{ history, heartbeatMs },
    onEvents: (events) => archiveClosed(archive, events),
    onError: (error) => log.warn({ err: error }, 'the log of events was not read'),
  })
  const streams = new OpenStreams(
    { ...DEFAULT_STREAM_LIMITS, ...limits },
    (c) => clientAddress(c, trustedProxies),
    metrics.registry,
  )
  return {
    services: { archive, hub, streams },
    async start() {
      // What is closed from here on, the log tells.
      const { lastEvent } = history
      await archive.fill()
      hub.start(lastEvent)
    },
    stop: () => hub.stop(),
  }
}

async function archiveClosed(archive: Archive, events: readonly LoggedEvent[]): Promise<void> {
  const closed = events.filter(({ kind }) => kind === 'closed').map(({ market }) => market)
  if (closed.length > 0) await archive.take(closed)
}
