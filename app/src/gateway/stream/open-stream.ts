// Opens the live stream: the hub that follows the log of events, and the count of open streams.

import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import type { History } from '../../history/history.ts'
import { clientAddress } from '../../runtime/client-address.ts'
import { EventHub } from './hub.ts'
import { DEFAULT_STREAM_LIMITS, OpenStreams, type StreamLimits } from './limits.ts'

/** Settings of the live stream. */
export interface StreamOptions extends Partial<StreamLimits> {
  /** Milliseconds between two comments on a silent stream; less than the idle timeout of proxies. */
  heartbeatMs?: number | undefined
  /** How many events to keep in memory; 5,000 by default. */
  recent?: number | undefined
}

/** What the live stream uses. */
export interface StreamParts {
  history: History
  log: Logger
  registry: Registry
  /** Decimals of the utility mint. */
  utilityDecimals: number
  /** How many trusted proxies are in front of the gateway. */
  trustedProxies?: number | undefined
}

const HEARTBEAT_MS = 15_000

/** Creates the live stream; start the hub once the history has started. */
export function openStream(
  { history, log, registry, utilityDecimals, trustedProxies = 0 }: StreamParts,
  { heartbeatMs = HEARTBEAT_MS, recent, ...limits }: StreamOptions = {},
): { hub: EventHub; streams: OpenStreams } {
  const onError = (error: Error) => log.warn({ err: error }, 'could not read the log of events')
  return {
    hub: new EventHub({ history, heartbeatMs, recent, utilityDecimals, onError }),
    streams: new OpenStreams(
      { ...DEFAULT_STREAM_LIMITS, ...limits },
      (c) => clientAddress(c, trustedProxies),
      registry,
    ),
  }
}
