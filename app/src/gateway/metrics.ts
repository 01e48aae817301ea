import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import type { MarketBook } from '../book/book.ts'
import type { ChainState } from '../chain/state.ts'
import { RequestTimes } from './request-times.ts'

/** What the gateway counts, for Prometheus. Each gateway has its own. */
export class Metrics {
  readonly registry = new Registry()
  readonly #rpc = new Counter({
    name: 'gateway_rpc_calls_total',
    help: 'Calls to RPC nodes by method and result',
    labelNames: ['method', 'result'] as const,
    registers: [this.registry],
  })

  /** How often routes are asked, and how long they take. */
  readonly requests = new RequestTimes()

  constructor() {
    const { registry, requests } = this
    collectDefaultMetrics({ register: registry })
    registry.registerMetric(requests.metric)
    new Counter({
      name: 'gateway_requests_total',
      help: 'Requests by method, route and status',
      labelNames: ['method', 'route', 'status'] as const,
      registers: [registry],
      collect() {
        this.reset()
        for (const { labels, count } of requests.counts()) this.inc(labels, count)
      },
    })
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
