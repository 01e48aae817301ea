import {
  type Fetched,
  isPrecise,
  type Market,
  type MarketCapCondition,
  observePrice,
  type PriceCondition,
  type Proof,
  wouldDecide,
} from '@prediction-market/sdk'
import type { PricePoster, PriceSource, PriceUpdate } from '../../prices/source.ts'
import type { WatchedAccounts } from '../watched-accounts.ts'
import type { ProofSource } from './proof.ts'
import { watchedSupply } from './state.ts'

/** Where prices come from. */
export interface PriceProofOptions {
  prices: PriceSource
  /** Posts updates that Pyth has not signed, as on the localnet. */
  unsignedPrices: PricePoster | undefined
  accounts: WatchedAccounts
  /** Called when a feed could not be read. */
  onError: (error: Error) => void
}

type PricedMarket = Fetched<Market> & { condition: PriceCondition | MarketCapCondition }

/** Seconds after the expiry in which an update from before it may still arrive. */
const LATE_SECONDS = 3n

/** Proves prices and market capitalisations by Pyth updates. The feeds of `byExpiry` conditions are followed. */
export class PriceProofs implements ProofSource {
  /** The updates that decide markets early, by the market's address. */
  readonly #found = new Map<string, PriceUpdate>()
  /** The feeds that are being read. */
  readonly #reading = new Set<string>()

  constructor(private readonly options: PriceProofOptions) {}

  holds({ address }: Fetched<Market>): boolean {
    return this.#found.has(address.toBase58())
  }

  async prove(market: Fetched<Market>): Promise<Proof | null> {
    if (!isPriced(market)) return null
    const update = this.#found.get(market.address.toBase58()) ?? (await this.#updateAtExpiry(market))
    if (!update) return null
    if (update.signed) return { price: update }
    const { unsignedPrices } = this.options
    if (unsignedPrices) return { price: await unsignedPrices.post(update) }
    throw new Error(`The update of feed ${update.feedId} is not signed, so the Pyth receiver would refuse it`)
  }

  /**
   * Reads the newest prices of the feeds that may decide these markets before they expire. Updates that were found
   * for other markets are forgotten.
   *
   * @param markets - all open markets with a `byExpiry` condition
   * @param now - the chain's time, in unix seconds
   */
  async follow(markets: readonly Fetched<Market>[], now: bigint): Promise<void> {
    const byFeed = new Map<string, PricedMarket[]>()
    const undecided = new Set<string>()
    for (const market of markets) {
      if (!isPriced(market)) continue
      undecided.add(market.address.toBase58())
      if (now > market.expireAt + LATE_SECONDS) continue
      const { feed } = market.condition
      byFeed.set(feed, [...(byFeed.get(feed) ?? []), market])
    }
    // An update from before the expiry also decides after it: it is kept until the market is decided.
    for (const address of this.#found.keys()) if (!undecided.has(address)) this.#found.delete(address)
    await Promise.all([...byFeed].map(([feed, about]) => this.#readFeed(feed, about)))
  }

  async #readFeed(feed: string, markets: readonly PricedMarket[]): Promise<void> {
    if (this.#reading.has(feed)) return
    this.#reading.add(feed)
    try {
      const update = await this.options.prices.latest(feed)
      for (const market of markets) this.#take(market, update)
    } catch (error) {
      this.options.onError(error as Error)
    } finally {
      this.#reading.delete(feed)
    }
  }

  #take(market: PricedMarket, update: PriceUpdate): void {
    const key = market.address.toBase58()
    if (this.#decidesEarly(market, update)) {
      this.#found.set(key, update)
      return
    }
    // A market capitalisation must be shown within the proof window of its price.
    const found = this.#found.get(key)
    const isStale = found && update.publishTime - found.publishTime > market.terms.proofWindow
    if (market.condition.type === 'marketCap' && isStale) this.#found.delete(key)
  }

  /** The update at the expiry, if it decides the market. Posting it has a cost, so refused ones are left out. */
  async #updateAtExpiry(market: PricedMarket): Promise<PriceUpdate | null> {
    const { feed, timing } = market.condition
    const update = await this.options.prices.updateAt(feed, Number(market.expireAt))
    if (!update || !isPrecise(update, market.terms)) return null
    return timing === 'atExpiry' || this.#decidesEarly(market, update) ? update : null
  }

  /** Whether an update decides a `byExpiry` condition. */
  #decidesEarly(market: PricedMarket, update: PriceUpdate): boolean {
    if (!isPrecise(update, market.terms)) return false
    if (market.condition.type === 'price') return wouldDecide(market, observePrice(update))
    const supply = market.token && watchedSupply(this.options.accounts, market.token)
    return supply !== null && wouldDecide(market, observePrice(update, supply))
  }
}

function isPriced(market: Fetched<Market>): market is PricedMarket {
  return market.condition.type === 'price' || market.condition.type === 'marketCap'
}
