// The feeds that open markets are about, by value, and the age of their newest prices.

import { compare, most } from '../../runtime/bigint.ts'

interface Wanted {
  /** The value of its markets in lamports, by address in base58. */
  markets: Map<string, bigint>
  value: bigint
  /** When its newest update was published or, before the first, when it was wanted; in unix seconds. */
  newest: number
}

/** The feeds that open markets are about, the most valuable first, and how old their newest prices are. */
export class WantedFeeds {
  readonly #feeds = new Map<string, Wanted>()
  #order: string[] | undefined

  /** @param now - unix seconds */
  set(feed: string, market: string, value: bigint, now: number): void {
    const known = this.#feeds.get(feed) ?? { markets: new Map<string, bigint>(), value: 0n, newest: now }
    known.markets.set(market, value)
    if (!this.#feeds.has(feed) || value > known.value) this.#order = undefined
    known.value = most(known.value, value)
    this.#feeds.set(feed, known)
  }

  delete(feed: string, market: string): void {
    const known = this.#feeds.get(feed)
    if (!known?.markets.delete(market)) return
    this.#order = undefined
    known.value = [...known.markets.values()].reduce(most, 0n)
    if (known.markets.size === 0) this.#feeds.delete(feed)
  }

  saw({ feedId, publishTime }: { feedId: string; publishTime: number }): void {
    const known = this.#feeds.get(feedId)
    if (known && publishTime > known.newest) known.newest = publishTime
  }

  /** The most valuable first. */
  list(): readonly string[] {
    this.#order ??= [...this.#feeds].sort(([, a], [, b]) => compare(b.value, a.value)).map(([feed]) => feed)
    return this.#order
  }

  /**
   * Seconds since the newest price of every feed with stakes on both sides of a market.
   *
   * @param now - unix seconds
   */
  ages(now: number): [feed: string, seconds: number][] {
    return [...this.#feeds].flatMap(([feed, { value, newest }]) =>
      value > 0n ? [[feed, Math.max(0, now - newest)] as [string, number]] : [],
    )
  }
}
