// Proves prices and market capitalisations by Pyth updates.

import type { Fetched, Market, Proof } from '@prediction-market/sdk'
import { PYTH_PRO } from '@prediction-market/sdk/oracle/pyth'
import * as rules from '@prediction-market/sdk/rules'
import { type RankOf, rankMarket } from '../../book/market-value.ts'
import { latestOf } from '../../prices/failover.ts'
import type { PricePoster, PriceSource, PriceUpdate } from '../../prices/source.ts'
import { StreamedPrices } from '../../prices/streamed.ts'
import { remember } from '../../runtime/remember.ts'
import type { WatchedAccounts } from '../watched-accounts.ts'
import { EarlyUpdates } from './early-updates.ts'
import { canBeMet, FeedMarkets, type Feeds, isPriced, type PricedMarket } from './feed-markets.ts'
import { PriceLookUp } from './price-look-up.ts'
import { awaitedSecond, type ProofSource, type Watchable } from './proof.ts'
import { WantedFeeds } from './wanted-feeds.ts'

export interface PriceProofOptions {
  prices: PriceSource
  /** The source for markets that name Pyth's second deployment; `prices` by default. */
  proPrices?: PriceSource | undefined
  /** Posts updates that Pyth has not signed, as on the localnet. */
  unsignedPrices: PricePoster | undefined
  accounts: WatchedAccounts
  rankOf: RankOf
  /** Real time, in unix milliseconds; by default the machine's clock. */
  clock?: () => number
  /** Called when a feed could not be read. */
  onError: (error: Error) => void
}

type ChangeMarket = PricedMarket & { condition: { referenceAt: bigint } }

/** Whether a market is about a change whose first price is still to be recorded. */
function isBeginning(market: PricedMarket): market is ChangeMarket {
  return 'referenceAt' in market.condition && rules.recordedPrice(market) === null
}

/** Seconds after the expiry in which an update from before it may still arrive. */
const LATE_SECONDS = 3n

/**
 * Proves prices and market capitalisations by Pyth updates. The feeds of `byExpiry` conditions are followed, with one
 * request to each source; updates that were not seen are looked up in its history.
 */
export class PriceProofs implements ProofSource {
  readonly #early: EarlyUpdates
  readonly #feeds = new Map<PriceSource, Map<string, FeedMarkets>>()
  /** The feeds of all open markets, by source. */
  readonly #wanted = new Map<PriceSource, WantedFeeds>()
  readonly #reading = new Set<PriceSource>()
  /**
   * The updates for seconds that are being read, by receiver, feed and second: markets that expire together share one.
   */
  readonly #readings = new Map<string, Promise<PriceUpdate | null>>()
  readonly #lookUps = new Map<PriceSource, PriceLookUp>()

  constructor(private readonly options: PriceProofOptions) {
    this.#early = new EarlyUpdates(options.accounts)
  }

  hasEarly(market: Fetched<Market>, now: bigint): boolean {
    return isPriced(market) && this.#early.earliest(market, now) !== undefined
  }

  /**
   * Whether the price at expiry, or the one that a change begins with, may be public by real time. If the chain's clock
   * lags and bets are still open, submitting that price ends them.
   */
  isOut(market: Fetched<Market>): boolean {
    const { clock = Date.now } = this.options
    return isPriced(market) && clock() >= Number(awaitedSecond(market)) * 1_000
  }

  async prove(market: Fetched<Market>, now: bigint): Promise<Proof | null> {
    if (!isPriced(market)) return null
    if (isBeginning(market)) return this.#proveBeginning(market, now)
    const update = this.#early.earliest(market, now) ?? (await this.#updateAtExpiry(market, now))
    return update && { price: await this.#shown(market, update) }
  }

  /**
   * The first price of a change and, after its expiry, the one at expiry. Signed updates are submitted one
   * after the other, because two do not fit in a transaction.
   */
  async #proveBeginning(market: ChangeMarket, now: bigint): Promise<Proof | null> {
    const first = await this.#readAt(market, market.condition.referenceAt)
    const reference = first && rules.showReference(market, first)
    if (!first || !rules.wouldDecide(market, null, now, reference)) return null
    const referencePrice = await this.#shown(market, first)
    const isOver = now >= market.expireAt || BigInt(this.#unixSecond) >= market.expireAt
    const last = isOver && !first.signed ? await this.#readAt(market, market.expireAt) : null
    const shown = last && rules.showPrice({ ...market, reference: rules.measurePrice(first) }, last)
    if (!last || !shown || !rules.wouldDecide(market, shown, now, reference)) return { referencePrice }
    return { referencePrice, price: await this.#shown(market, last) }
  }

  /** An update as it is submitted: signed, or the account of one that Pyth has not signed. */
  async #shown(market: PricedMarket, update: PriceUpdate): Promise<NonNullable<Proof['price']>> {
    if (update.signed) return update
    const { unsignedPrices } = this.options
    if (unsignedPrices) return unsignedPrices.post(update, market.terms.pythReceiver)
    throw new Error(`The update of feed ${update.feedId} is not signed, so the Pyth receiver would refuse it`)
  }

  watch(entry: Watchable): void {
    const { market } = entry
    if (!isPriced(market)) return
    const { rankOf } = this.options
    const { feed } = market.condition
    const { value } = rankMarket(rankOf, market)
    this.#wantedOf(market).set(feed, entry.address, value, this.#unixSecond)
    if (!canBeMet(market)) return
    remember(this.#feedsOf(market), feed, () => new FeedMarkets()).set(market, entry, value)
  }

  unwatch(market: Fetched<Market>): void {
    if (!isPriced(market)) return
    const feeds = this.#feedsOf(market)
    const { feed } = market.condition
    this.#wantedOf(market).delete(feed, market.address.toBase58())
    const markets = feeds.get(feed)
    markets?.delete(market)
    if (markets?.size === 0) feeds.delete(feed)
    this.#early.delete(market)
  }

  /**
   * Reads the newest prices of the feeds of watched markets.
   *
   * @param now - the chain's time, in unix seconds
   * @returns the addresses of the markets that an update may decide
   */
  async follow(now: bigint): Promise<string[]> {
    const reads = [...this.#wanted].flatMap(([source, wanted]) => {
      const feeds = this.#feeds.get(source) ?? new Map<string, FeedMarkets>()
      return [this.#readLatest(source, wanted, feeds, now), this.#lookUp(source, feeds, now)]
    })
    await Promise.all(reads)
    return this.#early.markets
  }

  /**
   * Seconds since the newest price of every feed that is followed, not closed, and has stakes on both sides of a market.
   */
  async ages(): Promise<[feed: string, seconds: number][]> {
    const now = this.#unixSecond
    const ages = [...this.#wanted].flatMap(([source, wanted]) => {
      const followed = wanted.ages(now).filter(([feed]) => this.#isFollowed(source, feed))
      return followed.map(async (age) => ((await isClosed(source, age[0], now)) ? [] : [age]))
    })
    return (await Promise.all(ages)).flat()
  }

  /** Whether the newest prices of a feed are read: without a stream, those of conditions at expiry are not. */
  #isFollowed(source: PriceSource, feed: string): boolean {
    return source instanceof StreamedPrices || this.#feeds.get(source)?.has(feed) === true
  }

  /** Whether prices are streamed, so that following them costs nothing. */
  get isLive(): boolean {
    const { prices, proPrices = prices } = this.options
    return prices instanceof StreamedPrices && proPrices instanceof StreamedPrices
  }

  get #unixSecond(): number {
    const { clock = Date.now } = this.options
    return Math.floor(clock() / 1_000)
  }

  #wantedOf(market: PricedMarket): WantedFeeds {
    return remember(this.#wanted, this.#source(market), () => new WantedFeeds())
  }

  /** The source of a market's prices: each deployment of Pyth has its own signers. */
  #source({ terms }: PricedMarket): PriceSource {
    const { prices, proPrices } = this.options
    return (terms.pythReceiver.equals(PYTH_PRO.receiver) && proPrices) || prices
  }

  #feedsOf(market: PricedMarket): Map<string, FeedMarkets> {
    return remember(this.#feeds, this.#source(market), () => new Map<string, FeedMarkets>())
  }

  async #readLatest(source: PriceSource, wanted: WantedFeeds, feeds: Feeds, now: bigint): Promise<void> {
    const isLive = source instanceof StreamedPrices
    // Without a stream, feeds of conditions at expiry are read at expiry only.
    const isOpen = (feed: string) => now <= BigInt(feeds.get(feed)?.expireAt ?? 0) + LATE_SECONDS
    const ids = isLive ? wanted.list() : wanted.list().filter(isOpen)
    if (ids.length === 0 || this.#reading.has(source)) return
    this.#reading.add(source)
    try {
      const updates = await latestOf(source, ids)
      for (const update of updates) wanted.saw(update)
      this.#lookUps.get(source)?.saw(updates)
      this.#early.take(feeds, updates, now)
    } catch (error) {
      this.options.onError(error as Error)
    } finally {
      this.#reading.delete(source)
    }
  }

  /** Looks up updates that were not seen, if the source keeps them. */
  async #lookUp(source: PriceSource, feeds: Feeds, now: bigint): Promise<void> {
    if (!source.history) return
    const lookUp = remember(this.#lookUps, source, () => new PriceLookUp(source))
    try {
      this.#early.take(feeds, await lookUp.next(feeds, now), now)
    } catch (error) {
      this.options.onError(error as Error)
    }
  }

  #readAt(market: PricedMarket, second: bigint): Promise<PriceUpdate | null> {
    const { condition, terms } = market
    const key = `${terms.pythReceiver} ${condition.feed} ${second}`
    return remember(this.#readings, key, () => {
      const reading = this.#source(market).updateAt(condition.feed, Number(second))
      return reading.finally(() => this.#readings.delete(key))
    })
  }

  /** The update at expiry, if the program would accept it: posting one has a cost. */
  async #updateAtExpiry(market: PricedMarket, now: bigint): Promise<PriceUpdate | null> {
    const isOut = now >= market.expireAt || this.isOut(market)
    if (!isOut || market.observation !== null) return null
    const update = await this.#readAt(market, market.expireAt)
    if (!update) return null
    // At expiry the program accepts either answer, and reads the supply itself. It also accepts an update that is too
    // wide or too late, if that proves that the condition was not met by expiry.
    const shown = rules.showPrice(market, update, market.reference)
    return shown && rules.wouldDecide(market, { ...shown, isSure: true }, now) ? update : null
  }
}

/** Whether a feed is scheduled to be closed now; false if its schedule is unknown. */
async function isClosed(source: PriceSource, feed: string, now: number): Promise<boolean> {
  try {
    const schedule = await source.schedule?.(feed)
    return schedule
      ? rules.firstClosed(rules.parseSchedule(schedule), BigInt(now), BigInt(now)) !== null
      : false
  } catch {
    return false
  }
}
