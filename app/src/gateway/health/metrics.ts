// The Prometheus metrics of a gateway.

import { burnPrice, PRICE_BITS } from '@prediction-market/sdk/rules'
import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import type { FollowedChain } from '../../book/follow-chain.ts'
import type { ChainState } from '../../chain/state.ts'
import type { History } from '../../history/follow.ts'
import { counter, gauge, gaugeBy } from '../../runtime/metrics.ts'
import type { Cosigners } from '../bets/one-call/cosigners.ts'

/** Upper bounds in seconds. Most reads are answered from memory. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

const LABELS = ['method', 'route', 'status'] as const

export class Metrics {
  readonly registry = new Registry()
  readonly #calls = counter(
    this.registry,
    'gateway_rpc_calls_total',
    'Calls to RPC nodes by method and result',
    'method',
    'result',
  )
  readonly #durations = new Histogram({
    name: 'gateway_request_duration_seconds',
    help: 'Duration of requests by method, route and status',
    labelNames: LABELS,
    buckets: BUCKETS,
    registers: [this.registry],
  })

  constructor() {
    collectDefaultMetrics({ register: this.registry })
    const durations = this.#durations
    new Counter({
      name: 'gateway_requests_total',
      help: 'Requests by method, route and status',
      labelNames: LABELS,
      registers: [this.registry],
      // The histogram counts requests already.
      async collect() {
        this.reset()
        const { values } = await durations.get()
        for (const { metricName, labels, value } of values) {
          if (metricName?.endsWith('_count')) this.inc(labels, value)
        }
      },
    })
  }

  countRequest(method: string, route: string, status: number, seconds: number): void {
    this.#durations.observe({ method, route, status }, seconds)
  }

  call(method: string, result: 'ok' | 'failed'): void {
    this.#calls.inc({ method, result })
  }

  /** Reads the figures of the fee vault and its auction whenever the metrics are read. */
  watchVault(state: ChainState): void {
    const tokens = (units: bigint) => Number(units) / 10 ** state.config.utilityDecimals
    this.#gauge('gateway_burn_reserved_lamports', 'Lamports of the fee vault that are for sale', () => {
      return Number(state.feeVault.forSale)
    })
    this.#gauge('gateway_burn_sold_lamports', 'Lamports that the burn auction has sold', () => {
      return Number(state.feeVault.sold)
    })
    this.#gauge('gateway_burn_tokens', 'UTILITY that was burned in the burn auction', () => {
      return tokens(state.feeVault.burned)
    })
    this.#gauge('gateway_burn_price', 'Price of the burn auction, in UTILITY for one SOL', () => {
      return tokens(burnPrice(state.feeVault, BigInt(state.slot)).value) / 2 ** Number(PRICE_BITS)
    })
    this.#gauge(
      'gateway_burn_last_slot',
      'Slot of the last purchase in the burn auction; 0 before the first',
      () => {
        return Number(state.feeVault.last?.slot ?? 0)
      },
    )
    this.#gauge('gateway_utility_mintable', 'Whether somebody can still mint UTILITY: 1 or 0', () => {
      return state.mintAuthority ? 1 : 0
    })
  }

  /** Reads the size of the book and the lag of book and history whenever the metrics are read. */
  watch({ book, loader, state }: FollowedChain, history: History): void {
    const undecodable =
      'Markets that are left out: they or their question cannot be decoded, or no question names them'
    this.#gauge('gateway_undecodable_markets', undecodable, () => loader.undecodable)
    this.#gauge('gateway_lag_seconds', 'Seconds that the book may be behind the chain', () => {
      return state.lagMs() / 1_000
    })
    this.#gauge('gateway_history_slot_lag', 'Slots that the history is behind the chain', () => {
      return history.lag(state.slot).slots
    })
    this.#gauge('gateway_history_seconds_lag', 'Seconds since the history was last complete', () => {
      return history.lag(state.slot).seconds
    })
    this.#gauge(
      'gateway_history_gaps',
      'Markets that lack an event which is known to exist',
      () => history.gaps,
    )
    this.#gauge('gateway_history_gap_seconds', 'Age of the oldest gap; 0 if there is none', () => {
      return history.oldestGap === null ? 0 : (Date.now() - history.oldestGap) / 1_000
    })
    gaugeBy(this.registry, 'gateway_book_markets', 'Markets in the book by status', 'status', () =>
      (['open', 'resolved', 'void'] as const).map((status) => [status, book.count(status)]),
    )
  }

  /** Reads the balance of each key that pays network fees whenever the metrics are read. */
  watchPayers(cosigners: Cosigners): void {
    const help = 'Lamports of each co-signing key, which pays network fees'
    gaugeBy(this.registry, 'gateway_payer_lamports', help, 'address', () =>
      cosigners
        .balances()
        .flatMap(({ address, lamports }) => (lamports === null ? [] : [[address, lamports] as const])),
    )
  }

  #gauge(name: string, help: string, read: () => number): void {
    gauge(this.registry, name, help, read)
  }
}
