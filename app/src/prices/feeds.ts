// Reads the latest updates of price feeds, and refuses markets and bets whose feed is closed.

import type { Condition, Market } from '@prediction-market/sdk'
import {
  betRefusal,
  type FeedMarket,
  type FeedReading,
  type FeedRefusal,
  FeedRefusedError,
  type FeedSchedule,
  marketRefusal,
  parseSchedule,
} from '@prediction-market/sdk/rules'
import { remember } from '../runtime/remember.ts'
import { latestOf } from './failover.ts'
import type { PriceSource, PriceUpdate } from './source.ts'

/** A market to be built, of any condition. */
type NewMarket = Omit<FeedMarket, 'condition'> & { condition: Condition }

/** The most feeds in one request of a price source. */
const MAX_FEEDS = 64

/** Milliseconds after which a feed is read again for a request. */
const FRESH_MS = 1_000

/** Milliseconds after which a request for all feeds reads them again. */
const ALL_FRESH_MS = 3_000

/**
 * The latest updates of price feeds. Those of open markets are read on a timer; a request reads a feed itself only if
 * the known update would refuse the request, at most once a second.
 */
export class Feeds {
  #updates: ReadonlyMap<string, PriceUpdate> = new Map()
  /** The index of the next feed among those that are read in turn. */
  #next = 0
  readonly #reads = new Map<string, { read: Promise<PriceUpdate | undefined>; until: number }>()
  readonly #schedules = new Map<string, FeedSchedule>()
  #all: { read: Promise<ReadonlyMap<string, PriceUpdate>>; until: number } | undefined

  /** @param prices - without it nothing is known of feeds, and nothing is refused */
  constructor(
    private readonly prices: PriceSource | undefined,
    private readonly onError: (error: Error) => void,
  ) {}

  /**
   * Reads the latest updates of feeds in one request: the first half of what it takes each time, the others in turn.
   *
   * @returns the known updates; feeds that the source does not know are left out
   */
  async read(feeds: readonly string[]): Promise<ReadonlyMap<string, PriceUpdate>> {
    if (!this.prices || feeds.length === 0) return new Map()
    const first = feeds.slice(0, MAX_FEEDS / 2)
    const others = feeds.slice(MAX_FEEDS / 2)
    const isMany = others.length > MAX_FEEDS / 2
    const start = isMany && this.#next < others.length ? this.#next : 0
    const turn = others.slice(start, start + MAX_FEEDS / 2)
    this.#next = start + turn.length
    const updates = await latestOf(this.prices, [...first, ...turn])
    const wanted = new Set(feeds)
    const kept = [...this.#updates.values()].filter(({ feedId }) => wanted.has(feedId))
    this.#updates = new Map([...kept, ...updates].map((update) => [update.feedId, update]))
    return this.#updates
  }

  /**
   * The latest updates of the feeds of this deployment, read together at most every three seconds for all requests.
   * Those that cannot be read are left out.
   */
  current(feeds: readonly string[]): Promise<ReadonlyMap<string, PriceUpdate>> {
    const now = performance.now()
    if (!this.#all || this.#all.until <= now) {
      this.#all = { read: this.#readAll(feeds), until: now + ALL_FRESH_MS }
    }
    return this.#all.read
  }

  async #readAll(feeds: readonly string[]): Promise<ReadonlyMap<string, PriceUpdate>> {
    if (!this.prices) return new Map()
    try {
      const updates = await latestOf(this.prices, feeds.slice(0, MAX_FEEDS))
      return new Map(updates.map((update) => [update.feedId, update]))
    } catch (error) {
      this.onError(error as Error)
      return new Map()
    }
  }

  /** @throws FeedRefusedError if the feed of a new market is closed when it is decided, or too uncertain now */
  async requireForMarket({ condition, ...market }: NewMarket): Promise<void> {
    if (!('feed' in condition)) return
    await this.#require(condition.feed, (reading) => marketRefusal(reading, { ...market, condition }))
  }

  /**
   * @param now - the chain's time in unix seconds
   * @throws FeedRefusedError if the feed of a market publishes nothing now, or is closed at its expiry
   */
  async requireForBet({ condition, expireAt, terms }: Market, now: bigint): Promise<void> {
    if (!('feed' in condition)) return
    await this.#require(condition.feed, (reading) => betRefusal(reading, { condition, expireAt, terms }, now))
  }

  async #require(feed: string, refuse: (reading: FeedReading) => FeedRefusal | null): Promise<void> {
    if (!this.prices) return
    const schedule = await this.#schedule(feed)
    const known = this.#updates.get(feed)
    if (known && !refuse({ price: known, schedule })) return
    const price = (await this.#latest(feed, this.prices)) ?? known ?? null
    const refusal = refuse({ price, schedule })
    if (refusal) throw new FeedRefusedError(refusal)
  }

  /** The latest update of a feed; `undefined` if it cannot be read. */
  #latest(feed: string, prices: PriceSource): Promise<PriceUpdate | undefined> {
    const now = performance.now()
    for (const [id, { until }] of this.#reads) if (until <= now) this.#reads.delete(id)
    const read =
      this.#reads.get(feed)?.read ??
      prices.latest(feed).catch((error: Error) => {
        this.onError(error)
        return undefined
      })
    if (!this.#reads.has(feed)) this.#reads.set(feed, { read, until: now + FRESH_MS })
    return read
  }

  /** When a feed is scheduled to publish; `null` if it is never closed, or its schedule cannot be read. */
  async #schedule(feed: string): Promise<FeedSchedule | null> {
    try {
      const text = await this.prices?.schedule?.(feed)
      return text ? remember(this.#schedules, text, () => parseSchedule(text)) : null
    } catch (error) {
      this.onError(error as Error)
      return null
    }
  }
}
