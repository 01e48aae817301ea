import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { MarketBook } from './book/book.ts'
import type { ChainState } from './chain/state.ts'

/** Seconds; most answers come from memory. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** What the gateway counts, for Prometheus. Each gateway has its own. */
export class Metrics {
  readonly registry = new Registry()
  readonly #requests = new Counter({
    name: 'gateway_requests_total',
    help: 'Requests by method, route and status',
    labelNames: ['method', 'route', 'status'] as const,
    registers: [this.registry],
  })
  readonly #latency = new Histogram({
    name: 'gateway_request_duration_seconds',
    help: 'How long requests take, by method and route',
    labelNames: ['method', 'route'] as const,
    buckets: BUCKETS,
    registers: [this.registry],
  })
  readonly #rpc = new Counter({
    name: 'gateway_rpc_calls_total',
    help: 'Calls to RPC nodes by method and result',
    labelNames: ['method', 'result'] as const,
    registers: [this.registry],
  })

  /** Metrics of routes by method, route and status: putting labels together takes longer than counting. */
  readonly #bound = new Map<string, { requests: Counter.Internal; latency: Histogram.Internal<string> }>()

  constructor() {
    collectDefaultMetrics({ register: this.registry })
  }

  /** Counts a request that was answered. */
  request(method: string, route: string, status: number, milliseconds: number): void {
    const key = `${method} ${route} ${status}`
    let bound = this.#bound.get(key)
    if (!bound) {
      const labels = { method, route }
      bound = {
        requests: this.#requests.labels({ ...labels, status }),
        latency: this.#latency.labels(labels),
      }
      this.#bound.set(key, bound)
    }
    bound.requests.inc()
    bound.latency.observe(milliseconds / 1_000)
  }

  /** Counts a call to a node. */
  call(method: string, result: 'ok' | 'failed'): void {
    this.#rpc.inc({ method, result })
  }

  /** Shows the book and its lag whenever somebody looks. */
  watch(book: MarketBook, state: ChainState): void {
    const registers = [this.registry]
    new Gauge({
      name: 'gateway_slot_lag',
      help: 'Slots that the book may be behind',
      registers,
      collect() {
        this.set(state.lag())
      },
    })
    new Gauge({
      name: 'gateway_book_markets',
      help: 'Markets in the book by status',
      labelNames: ['status'] as const,
      registers,
      collect() {
        for (const status of ['open', 'resolved', 'void'] as const) this.set({ status }, book.count(status))
      },
    })
  }
}
