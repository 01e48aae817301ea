// Counts open streams and enforces their limits.

import type { Context } from 'hono'
import { Counter, Gauge, type Registry } from 'prom-client'
import type { GatewayEnv } from '../http/context.ts'
import { ApiError } from '../http/errors/api-error.ts'

/** Limits of the live stream. */
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

/** Counts open streams and enforces their limits. */
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
    const registers = [registry]
    this.#dropped = new Counter({
      name: 'gateway_streams_dropped_total',
      help: 'Streams closed because their client read nothing',
      registers,
    })
    const size = () => this.#total
    new Gauge({
      name: 'gateway_streams',
      help: 'Open streams',
      registers,
      collect() {
        this.set(size())
      },
    })
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
