// Opens the live stream, counts open streams and enforces their limits.

import type { Context } from 'hono'
import type { Logger } from 'pino'
import type { Counter, Registry } from 'prom-client'
import type { History } from '../../history/follow.ts'
import { clientAddress } from '../../runtime/http-server.ts'
import { counter, gauge } from '../../runtime/metrics.ts'
import type { GatewayEnv } from '../http/context.ts'
import { ApiError } from '../http/errors/api-error.ts'
import { EventHub } from './hub.ts'

export interface StreamOptions extends Partial<StreamLimits> {
  /** Milliseconds between two comments on a silent stream; less than the idle timeout of proxies. */
  heartbeatMs?: number | undefined
  /** How many events to keep in memory; 5,000 by default. */
  recent?: number | undefined
}

export interface StreamParts {
  history: History
  log: Logger
  registry: Registry
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

export interface StreamLimits {
  /** Open streams in this process. */
  total: number
  /** Open streams of one address, and of one wallet. */
  perCaller: number
  /** Milliseconds that a client may leave waiting data unread. */
  stallMs: number
}

export const DEFAULT_STREAM_LIMITS: StreamLimits = { total: 5_000, perCaller: 50, stallMs: 30_000 }

const RETRY = { 'Retry-After': '10' }

export class OpenStreams {
  readonly #byCaller = new Map<string, number>()
  readonly #dropped: Counter
  #total = 0

  /**
   * @param addressOf - returns the client's address
   * @param registry - gets the metrics
   */
  constructor(
    readonly limits: StreamLimits,
    readonly addressOf: (c: Context<GatewayEnv>) => string,
    registry: Registry,
  ) {
    this.#dropped = counter(
      registry,
      'gateway_streams_dropped_total',
      'Streams closed because their client read nothing',
    )
    gauge(registry, 'gateway_streams', 'Open streams', () => this.#total)
  }

  /** Counts a stream that was closed because its client read nothing. */
  dropped(): void {
    this.#dropped.inc()
  }

  /**
   * Counts a stream.
   *
   * @param callers - everyone whose limit it counts towards
   * @returns a function to call when the stream ends
   * @throws ApiError 429 if a caller is at the limit, 503 if this process is
   */
  open(callers: readonly string[]): () => void {
    const { total, perCaller } = this.limits
    if (callers.some((caller) => (this.#byCaller.get(caller) ?? 0) >= perCaller)) {
      throw new ApiError(429, `Too many open streams: at most ${perCaller} for one caller`, RETRY)
    }
    if (this.#total >= total)
      throw new ApiError(503, 'Too many open streams on this gateway; try again', RETRY)
    this.#count(callers, 1)
    return () => this.#count(callers, -1)
  }

  #count(callers: readonly string[], by: 1 | -1): void {
    this.#total += by
    for (const caller of callers) {
      const count = (this.#byCaller.get(caller) ?? 0) + by
      if (count === 0) this.#byCaller.delete(caller)
      else this.#byCaller.set(caller, count)
    }
  }
}
