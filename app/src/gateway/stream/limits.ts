import type { Context } from 'hono'
import { Counter, Gauge, type Registry } from 'prom-client'
import type { GatewayEnv } from '../context.ts'
import { ApiError } from '../errors.ts'

/** How many streams may be open, and for how long one may stall. */
export interface StreamLimits {
  /** In this process. */
  total: number
  /** Of one address, and of one wallet. */
  perCaller: number
  /** How long a client may take nothing of what waits for it, in milliseconds. */
  stallMs: number
}

/** What the gateway runs with. */
export const DEFAULT_STREAM_LIMITS: StreamLimits = { total: 5_000, perCaller: 50, stallMs: 30_000 }

const RETRY = { 'Retry-After': '10' }

/** Counts open streams. */
export class OpenStreams {
  readonly #byCaller = new Map<string, number>()
  readonly #dropped: Counter
  #total = 0

  /**
   * @param addressOf - the address that a request comes from
   * @param registry - where it is shown how many there are
   */
  constructor(
    readonly limits: StreamLimits,
    readonly addressOf: (c: Context<GatewayEnv>) => string,
    registry: Registry,
  ) {
    const registers = [registry]
    this.#dropped = new Counter({
      name: 'gateway_streams_dropped_total',
      help: 'Streams that were cut off because their client did not read',
      registers,
    })
    const size = () => this.#total
    new Gauge({
      name: 'gateway_streams',
      help: 'Streams that are open',
      registers,
      collect() {
        this.set(size())
      },
    })
  }

  /** Counts a stream that was cut off. */
  dropped(): void {
    this.#dropped.inc()
  }

  /**
   * Counts a stream.
   *
   * @param callers - everybody that it counts for
   * @returns ends it
   * @throws ApiError 429 if one of them has enough, 503 if there are enough in all
   */
  open(callers: readonly string[]): () => void {
    const { total, perCaller } = this.limits
    if (callers.some((caller) => (this.#byCaller.get(caller) ?? 0) >= perCaller)) {
      throw new ApiError(429, `Too many open streams: ${perCaller} are the most for one caller`, RETRY)
    }
    if (this.#total >= total) throw new ApiError(503, 'Too many streams are open here; try again', RETRY)
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
