import {
  type Fetched,
  isPrecise,
  type Market,
  type Proof,
  PYTH_PRO,
  periodOf,
  showPrice,
  wouldDecide,
} from '@prediction-market/sdk'
import type { PublicKey } from '@solana/web3.js'
import { latestOf } from '../../prices/failover.ts'
import type { PricePoster, PriceSource, PriceUpdate } from '../../prices/source.ts'
import type { WatchedAccounts } from '../watched-accounts.ts'
import { FeedMarkets, type PricedMarket, type WatchedMarket } from './feed-markets.ts'
import { PriceLookUp } from './price-look-up.ts'
import type { ProofSource, Watchable } from './proof.ts'
import { watchedSupply } from './state.ts'

/** Where prices come from. */
export interface PriceProofOptions {
  prices: PriceSource
  /** The source for markets that name Pyth's second deployment; `prices` by default. */
  proPrices?: PriceSource | undefined
  /** Posts updates that Pyth has not signed, as on the localnet. */
  unsignedPrices: PricePoster | undefined
  accounts: WatchedAccounts
  /** The world's time, in unix milliseconds; by default the machine's clock. */
  clock?: () => number
  /** Called when a feed could not be read. */
  onError: (error: Error) => void
}

type Feeds = ReadonlyMap<string, FeedMarkets>

/** Seconds after the expiry in which an update from before it may still arrive. */
const LATE_SECONDS = 3n

/**
 * Proves prices and market capitalisations by Pyth updates. The feeds of `byExpiry` conditions are followed, all of a
 * source in one request; updates that were not seen are looked up in its history.
 */
export class PriceProofs implements ProofSource {
  /**
   * The updates that decide markets early, by the market's address: the first of each betting period, in order. The
   * earliest is shown; later ones serve if bets since then make the program refuse it.
   */
  readonly #found = new Map<string, readonly PriceUpdate[]>()
  /** The watched markets by source and feed. */
  readonly #feeds = new Map<PriceSource, Map<string, FeedMarkets>>()
  /** The sources that are being read. */
  readonly #reading = new Set<PriceSource>()
  /** The updates at expiries that are being read, by receiver, feed and second: markets that expire together share one. */
  readonly #atExpiry = new Map<string, Promise<PriceUpdate | null>>()
  readonly #lookUps = new Map<PriceSource, PriceLookUp>()

  constructor(private readonly options: PriceProofOptions) {}

  hasEarly(market: Fetched<Market>, now: bigint): boolean {
    return isPriced(market) && this.#earliest(market, now) !== undefined
  }

  /**
   * Whether the price for the expiry may be public by the world's clock. If the chain's clock is behind and bets are
   * still open, showing that price ends them.
   */
  isOut(market: Fetched<Market>): boolean {
    const { clock = Date.now } = this.options
    return isPriced(market) && clock() >= Number(market.expireAt) * 1_000
  }

  async prove(market: Fetched<Market>, now: bigint): Promise<Proof | null> {
    if (!isPriced(market)) return null
    const update = this.#earliest(market, now) ?? (await this.#updateAtExpiry(market, now))
    if (!update) return null
    if (update.signed) return { price: update }
    const { unsignedPrices } = this.options
    if (unsignedPrices) return { price: await unsignedPrices.post(update, market.terms.pythReceiver) }
    throw new Error(`The update of feed ${update.feedId} is not signed, so the Pyth receiver would refuse it`)
  }

  watch(entry: Watchable): void {
    const { market } = entry
    if (!isPriced(market) || market.condition.timing !== 'byExpiry') return
    const feeds = this.#feedsOf(market)
    const { feed } = market.condition
    const markets = feeds.get(feed) ?? new FeedMarkets()
    feeds.set(feed, markets)
    markets.set(market, entry)
  }

  unwatch(market: Fetched<Market>): void {
    if (!isPriced(market)) return
    const feeds = this.#feedsOf(market)
    const { feed } = market.condition
    const markets = feeds.get(feed)
    markets?.delete(market)
    if (markets?.size === 0) feeds.delete(feed)
    this.#found.delete(market.address.toBase58())
  }

  /**
   * Reads the newest prices of the feeds of watched markets.
   *
   * @param now - the chain's time, in unix seconds
   * @returns the addresses of the markets that an update may decide
   */
  async follow(now: bigint): Promise<string[]> {
    const reads = [...this.#feeds].flatMap(([source, feeds]) => [
      this.#readLatest(source, feeds, now),
      this.#lookUp(source, feeds, now),
    ])
    await Promise.all(reads)
    return [...this.#found.keys()]
  }

  /** The source of a market's prices: each deployment of Pyth has signers of its own. */
  #source({ terms }: PricedMarket): PriceSource {
    const { prices, proPrices } = this.options
    return (terms.pythReceiver.equals(PYTH_PRO.receiver) && proPrices) || prices
  }

  #feedsOf(market: PricedMarket): Map<string, FeedMarkets> {
    const source = this.#source(market)
    const feeds = this.#feeds.get(source) ?? new Map<string, FeedMarkets>()
    this.#feeds.set(source, feeds)
    return feeds
  }

  /** Reads the latest updates of the feeds of markets that have not expired. */
  async #readLatest(source: PriceSource, feeds: Feeds, now: bigint): Promise<void> {
    const open = [...feeds].filter(([, { expireAt }]) => now <= BigInt(expireAt) + LATE_SECONDS)
    if (open.length === 0 || this.#reading.has(source)) return
    this.#reading.add(source)
    try {
      const updates = await latestOf(
        source,
        open.map(([feed]) => feed),
      )
      this.#lookUps.get(source)?.saw(updates)
      this.#takeAll(feeds, updates, now)
    } catch (error) {
      this.options.onError(error as Error)
    } finally {
      this.#reading.delete(source)
    }
  }

  /** Looks up updates that were not seen, if the source keeps them. */
  async #lookUp(source: PriceSource, feeds: Feeds, now: bigint): Promise<void> {
    if (!source.history) return
    const lookUp = this.#lookUps.get(source) ?? new PriceLookUp(source)
    this.#lookUps.set(source, lookUp)
    try {
      this.#takeAll(feeds, await lookUp.next(feeds, now), now)
    } catch (error) {
      this.options.onError(error as Error)
    }
  }

  #takeAll(feeds: Feeds, updates: readonly PriceUpdate[], now: bigint): void {
    const supplyOf = (token: PublicKey) => watchedSupply(this.options.accounts, token)
    const met = new Map<WatchedMarket, PriceUpdate[]>()
    for (const update of updates) {
      for (const watched of feeds.get(update.feedId)?.metBy(update, supplyOf) ?? []) {
        const known = met.get(watched)
        if (known) known.push(update)
        else met.set(watched, [update])
      }
    }
    for (const [{ address, entry }, meeting] of met) this.#take(address, entry.market, meeting, now)
  }

  /** Keeps the updates that decide the market: of those that it knows and these, the first of each period. */
  #take(key: string, market: Fetched<Market>, updates: readonly PriceUpdate[], now: bigint): void {
    if (!isPriced(market)) return
    const deciding = [...(this.#found.get(key) ?? []), ...updates]
      .filter((update) => this.#decides(market, update, now))
      .sort((a, b) => a.publishTime - b.publishTime)
    const found = deciding.filter((update, index) => {
      const before = deciding[index - 1]
      return !before || periodOfUpdate(market, before) < periodOfUpdate(market, update)
    })
    if (found.length > 0) this.#found.set(key, found)
    else this.#found.delete(key)
  }

  #earliest(market: PricedMarket, now: bigint): PriceUpdate | undefined {
    const found = this.#found.get(market.address.toBase58())
    return found?.find((update) => this.#decides(market, update, now))
  }

  /** Whether the program would take an update now. A market capitalisation needs the supply of a watched mint. */
  #decides(market: PricedMarket, update: PriceUpdate, now: bigint): boolean {
    const { condition, token, terms } = market
    if (!isPrecise(update, terms)) return false
    if (condition.type === 'price') return wouldDecide(market, showPrice(condition, update), now)
    const supply = token && watchedSupply(this.options.accounts, token)
    return supply !== null && wouldDecide(market, showPrice(condition, update, supply), now)
  }

  #readAt(market: PricedMarket): Promise<PriceUpdate | null> {
    const { condition, expireAt, terms } = market
    const key = `${terms.pythReceiver} ${condition.feed} ${expireAt}`
    const known = this.#atExpiry.get(key)
    if (known) return known
    const reading = this.#source(market)
      .updateAt(condition.feed, Number(expireAt))
      .finally(() => this.#atExpiry.delete(key))
    this.#atExpiry.set(key, reading)
    return reading
  }

  /** The update at the expiry, if the program would take it: posting one has a cost. */
  async #updateAtExpiry(market: PricedMarket, now: bigint): Promise<PriceUpdate | null> {
    const { condition, expireAt, terms } = market
    const isOut = now >= expireAt || this.isOut(market)
    if (!isOut || market.observation !== null) return null
    const update = await this.#readAt(market)
    if (!update || !isPrecise(update, terms)) return null
    // At expiry the program takes either answer, and reads the supply itself.
    const shown = { ...showPrice(condition, update), isMet: false }
    return wouldDecide(market, shown, now) ? update : null
  }
}

function periodOfUpdate(market: PricedMarket, { publishTime }: PriceUpdate): bigint {
  return periodOf(market, BigInt(publishTime))
}

function isPriced(market: Fetched<Market>): market is PricedMarket {
  return market.condition.type === 'price' || market.condition.type === 'marketCap'
}
