import type { Metric } from 'prom-client'

/** Seconds; most answers come from memory. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** What is counted of the requests to a route that had the same method and status. */
interface Tally {
  method: string
  route: string
  status: number
  count: number
  /** Seconds. */
  sum: number
  /** Requests by the first bucket that holds them; the last one holds those beyond all buckets. */
  buckets: number[]
}

/** Takes down a request that was answered. */
export type Meter = (method: string, status: number, milliseconds: number) => void

/**
 * How often each route was asked, and how long it took, as a histogram for Prometheus. prom-client's own puts
 * the labels together at every request, which takes as long as a read.
 */
export class RequestTimes {
  readonly name = 'gateway_request_duration_seconds'
  readonly help = 'How long requests take, by method, route and status'
  readonly type = 'histogram'
  readonly aggregator = 'sum'
  readonly #tallies: Tally[] = []

  /** For a registry. */
  get metric(): Metric {
    return this as unknown as Metric
  }

  /** What takes down the requests to a route. */
  meter(route: string): Meter {
    const tallies: Tally[] = []
    return (method, status, milliseconds) => {
      let tally = tallies.find((candidate) => candidate.status === status && candidate.method === method)
      if (!tally) {
        const buckets = Array<number>(BUCKETS.length + 1).fill(0)
        tally = { method, route, status, count: 0, sum: 0, buckets }
        tallies.push(tally)
        this.#tallies.push(tally)
      }
      const seconds = milliseconds / 1_000
      let bucket = 0
      while (seconds > (BUCKETS[bucket] as number)) bucket += 1
      tally.count += 1
      tally.sum += seconds
      ;(tally.buckets[bucket] as number) += 1
    }
  }

  /** How many requests there were, by labels. */
  counts(): { labels: { method: string; route: string; status: number }; count: number }[] {
    return this.#tallies.map(({ method, route, status, count }) => ({
      labels: { method, route, status },
      count,
    }))
  }

  /** What Prometheus is told. */
  async get() {
    const { name, help, type, aggregator } = this
    const values = this.#tallies.flatMap(({ method, route, status, count, sum, buckets }) => {
      const labels = { method, route, status }
      let below = 0
      return [
        ...BUCKETS.map((le, index) => {
          below += buckets[index] as number
          return { metricName: `${name}_bucket`, labels: { le, ...labels }, value: below }
        }),
        { metricName: `${name}_bucket`, labels: { le: '+Inf', ...labels }, value: count },
        { metricName: `${name}_sum`, labels, value: sum },
        { metricName: `${name}_count`, labels, value: count },
      ]
    })
    return { name, help, type, aggregator, values }
  }
}
