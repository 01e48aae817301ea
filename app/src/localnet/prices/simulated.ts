// Simulates Pyth feeds on the localnet, and sets, holds and releases their prices.

import { PYTH_RECEIVER } from '@prediction-market/sdk/oracle/pyth'
import { BASIS_POINTS, parseSchedule } from '@prediction-market/sdk/rules'
import type { PublicKey } from '@solana/web3.js'
import type { ChainTime } from '../../attestor/clock.ts'
import { feedAddress } from '../../prices/pyth.ts'
import {
  normalizeFeedId,
  type PricePoster,
  type PriceSource,
  type PriceUpdate,
  UnknownFeedError,
} from '../../prices/source.ts'
import { CoalescedTask } from '../../runtime/coalesced-task.ts'
import type { Cheats } from '../cheats.ts'
import type { ChainClock } from '../clock.ts'
import { localnetPoster, writePriceUpdate } from './accounts.ts'
import { Publishing, parseConfidence, parsePrice, SIMULATED_FEEDS, type SimulatedFeed } from './publishing.ts'
import { Walk } from './walk.ts'

/** Width of the confidence interval, in basis points of the price. */
const CONFIDENCE_BPS = 5n

export interface SimulationOptions {
  /** The localnet, whose clock the prices follow and whose accounts they are written to. */
  chain: { clock: ChainClock; cheats: Pick<Cheats, 'setAccount'> }
  /** The same seed makes the same prices; `localnet` by default. */
  seed?: string
  /** Called when prices cannot be written; the next second writes again. */
  onError?: (error: Error) => void
}

/** How a feed publishes, besides its price. A field that is left out returns to its initial value. */
export interface FeedChange {
  /** Half the width of the confidence interval in dollars, a plain decimal. */
  confidence?: string | undefined
  /** Whether it publishes nothing until the next change. */
  asleep?: boolean | undefined
  /** When it is scheduled to publish, as Pyth writes it. The simulation does not follow it. */
  schedule?: string | undefined
}

interface Feed extends SimulatedFeed {
  walk: Walk
  publishing: Publishing
  schedule: string | null
  address: PublicKey
}

interface Waiter {
  second: number
  settle: (error?: Error) => void
}

/**
 * Simulated Pyth feeds on the localnet. Each publishes once a second of the chain's clock, to the account that
 * Pyth uses on clusters ({@link feedAddress}). All updates since the start can be read and posted. A published
 * update never changes: a price that is set holds from the next second on.
 */
export class SimulatedPrices implements PriceSource, PricePoster {
  readonly #options: Required<SimulationOptions>
  readonly #feeds: Feed[]
  readonly #poster: PricePoster
  readonly #started: number
  /** Writes the last updates. What waits for a slow write is replaced by what is newer. */
  readonly #writes: CoalescedTask
  /** When the last updates were published. */
  #published: ChainTime
  #waiters: Waiter[] = []
  #unsubscribe: () => void = () => {}
  #stopped = false

  private constructor(options: Required<SimulationOptions>) {
    const { chain, seed } = options
    this.#options = options
    this.#started = chain.clock.now.unixSecond
    this.#published = chain.clock.now
    this.#writes = new CoalescedTask(
      () => this.#write(),
      (error) => this.#stopped || this.#options.onError(error),
    )
    this.#poster = localnetPoster(chain.cheats, () => chain.clock.now.slot)
    this.#feeds = SIMULATED_FEEDS.map((feed) => ({
      ...feed,
      address: feedAddress(feed.id),
      publishing: new Publishing(),
      schedule: null,
      walk: new Walk(`${seed}/${feed.id}`, parsePrice(feed.startPrice, feed.exponent), feed.volatility),
    }))
  }

  /** Starts the feeds and writes the first updates to the chain. */
  static async start(options: SimulationOptions): Promise<SimulatedPrices> {
    const onError = (error: Error) => console.error(`Cannot write simulated prices: ${error.message}`)
    const prices = new SimulatedPrices({ seed: 'localnet', onError, ...options })
    await prices.#write()
    prices.#unsubscribe = options.chain.clock.subscribe((time) => prices.#publish(time))
    return prices
  }

  get feeds(): readonly SimulatedFeed[] {
    return this.#feeds
  }

  async latest(feedId: string): Promise<PriceUpdate> {
    return this.#latest(this.#byId(feedId), this.#last)
  }

  async updateAt(feedId: string, unixSecond: number): Promise<PriceUpdate | null> {
    const feed = this.#byId(feedId)
    if (!Number.isSafeInteger(unixSecond)) throw new Error(`time: must be a unix second, got ${unixSecond}`)
    const published = feed.publishing.firstFrom(unixSecond)
    if (unixSecond < this.#started || published > this.#last) return null
    return this.#update(feed, published)
  }

  async latestOf(feedIds: readonly string[]): Promise<PriceUpdate[]> {
    return this.#known(feedIds).map((feed) => this.#latest(feed, this.#last))
  }

  async history(feedIds: readonly string[], from: number, to: number): Promise<PriceUpdate[]> {
    const first = Math.max(from, this.#started)
    const count = Math.max(Math.min(to, this.#last) - first + 1, 0)
    const seconds = Array.from({ length: count }, (_, index) => first + index)
    return this.#known(feedIds).flatMap((feed) =>
      seconds
        .filter((second) => feed.publishing.firstFrom(second) === second)
        .map((second) => this.#update(feed, second)),
    )
  }

  async schedule(feedId: string): Promise<string | null> {
    return this.#byId(feedId).schedule
  }

  /** @param receiver - the owner of the account; the one of new deployments by default */
  async post(update: PriceUpdate, receiver: PublicKey = PYTH_RECEIVER): Promise<PublicKey> {
    this.#byId(update.feedId)
    return this.#poster.post(update, receiver)
  }

  /**
   * Sets a price and holds it, and how the feed publishes.
   *
   * @param symbol - of a simulated feed
   * @param price - in dollars, a plain decimal; unchanged if left out
   * @returns the last update once this second is on the chain: with that price, unless the feed sleeps
   */
  async set(symbol: string, price: string | undefined, change: FeedChange = {}): Promise<PriceUpdate> {
    const feed = this.#bySymbol(symbol)
    const { confidence, asleep, schedule } = change
    const held = price === undefined ? undefined : parsePrice(price, feed.exponent)
    const width = confidence === undefined ? undefined : parseConfidence(confidence, feed.exponent)
    if (schedule !== undefined) parseSchedule(schedule)
    const second = this.#next()
    if (held !== undefined) feed.walk.hold(second - this.#started, held)
    feed.publishing.change(second, { asleep, confidence: width })
    feed.schedule = schedule ?? null
    await this.#written(second)
    return this.#latest(feed, second)
  }

  stop(): void {
    this.#stopped = true
    this.#unsubscribe()
    void this.#writes.stop()
    this.#settle(Number.POSITIVE_INFINITY, new Error('The simulated prices were stopped'))
  }

  get #last(): number {
    return this.#published.unixSecond
  }

  #publish(time: ChainTime): void {
    if (time.unixSecond <= this.#last) return
    this.#published = time
    this.#writes.request()
  }

  async #write(): Promise<void> {
    const { slot, unixSecond } = this.#published
    const { cheats } = this.#options.chain
    await Promise.all(
      this.#feeds.map((feed) => writePriceUpdate(cheats, feed.address, this.#latest(feed, unixSecond), slot)),
    )
    this.#settle(unixSecond)
  }

  /** The next second to publish: when the clock has jumped, the seconds that it passed over are published too. */
  #next(): number {
    return Math.max(this.#last, this.#options.chain.clock.now.unixSecond) + 1
  }

  #written(second: number): Promise<void> {
    if (this.#stopped) return Promise.reject(new Error('The simulated prices were stopped'))
    return new Promise((resolve, reject) => {
      this.#waiters.push({ second, settle: (error) => (error ? reject(error) : resolve()) })
    })
  }

  #settle(second: number, error?: Error): void {
    const due = this.#waiters.filter((waiter) => waiter.second <= second)
    this.#waiters = this.#waiters.filter((waiter) => waiter.second > second)
    for (const waiter of due) waiter.settle(error)
  }

  #latest(feed: Feed, second: number): PriceUpdate {
    return this.#update(feed, feed.publishing.lastUpTo(second))
  }

  /** The update of a second in which the feed published. */
  #update(feed: Feed, second: number): PriceUpdate {
    const { publishing } = feed
    const { price, ema } = feed.walk.at(second - this.#started)
    const set = publishing.confidenceAt(second)
    const confidence = (of: bigint) => set ?? (of * CONFIDENCE_BPS) / BigInt(BASIS_POINTS) + 1n
    return {
      feedId: feed.id,
      price,
      conf: confidence(price),
      exponent: feed.exponent,
      publishTime: second,
      prevPublishTime: publishing.lastUpTo(second - 1),
      emaPrice: ema,
      emaConf: confidence(ema),
    }
  }

  #known(feedIds: readonly string[]): Feed[] {
    const ids = new Set(feedIds.map(normalizeFeedId))
    return this.#feeds.filter(({ id }) => ids.has(id))
  }

  #byId(id: string): Feed {
    const feed = this.#feeds.find((candidate) => candidate.id === normalizeFeedId(id))
    if (!feed) throw new UnknownFeedError(id)
    return feed
  }

  #bySymbol(symbol: string): Feed {
    const feed = this.#feeds.find((candidate) => candidate.symbol === symbol)
    const known = this.#feeds.map((candidate) => candidate.symbol).join(', ')
    if (!feed) throw new Error(`symbol: must be one of ${known}, got ${symbol}`)
    return feed
  }
}
