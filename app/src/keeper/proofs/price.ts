import type { Fetched, Market, MarketCapCondition, PriceCondition } from '@prediction-market/sdk'
import { meets } from '../../compare.ts'
import type { PriceSource, PriceUpdate } from '../../prices/source.ts'
import type { WatchedAccounts } from '../watched-accounts.ts'
import type { Proof, ProofSource } from './proof.ts'
import { readSupply } from './state.ts'

/** Brings Pyth updates to the chain so that a market can be decided by them. */
export interface PriceProofPoster {
  post(update: PriceUpdate): Promise<Proof>
}

/** What proofs by prices are made of. */
export interface PriceProofOptions {
  prices: PriceSource
  poster: PriceProofPoster
  accounts: WatchedAccounts
  /** Told when a feed could not be read. */
  onError: (error: Error) => void
}

type PricedMarket = Fetched<Market> & { condition: PriceCondition | MarketCapCondition }

const BASIS_POINTS = 10_000n

/** Seconds after expiry in which an update from before may still turn up. */
const LATE = 3n

/** Prices and market capitalisations, by Pyth updates. Feeds of conditions by expiry are followed. */
export class PriceProofs implements ProofSource {
  /** The updates that decide markets before they expire, by the market's address. */
  readonly #found = new Map<string, PriceUpdate>()
  readonly #asking = new Set<string>()

  constructor(private readonly options: PriceProofOptions) {}

  holds({ address }: Fetched<Market>): boolean {
    return this.#found.has(address.toBase58())
  }

  async prove(market: Fetched<Market>): Promise<Proof | null> {
    if (!isPriced(market)) return null
    const { prices, poster } = this.options
    const { feed, timing } = market.condition
    const found = this.#found.get(market.address.toBase58())
    if (found) return poster.post(found)
    const update = await prices.updateAt(feed, Number(market.expireAt))
    // Bringing it to the chain costs something: not where the program would refuse it.
    if (!update || !isSure(market, update)) return null
    // By expiry, the update at the very second of expiry is the last that counts.
    return timing === 'atExpiry' || this.#decides(market, update) ? poster.post(update) : null
  }

  /**
   * Asks for the newest prices of the feeds that may decide these markets before they expire. What was found of
   * others is forgotten.
   *
   * @param markets - all that are open and about something that may hold before they expire
   * @param now - the chain's time, in unix seconds
   */
  async follow(markets: readonly Fetched<Market>[], now: bigint): Promise<void> {
    const byFeed = new Map<string, PricedMarket[]>()
    const undecided = new Set<string>()
    for (const market of markets) {
      if (!isPriced(market)) continue
      undecided.add(market.address.toBase58())
      if (now > market.expireAt + LATE) continue
      const { feed } = market.condition
      byFeed.set(feed, [...(byFeed.get(feed) ?? []), market])
    }
    // What was found in time decides also after expiry: it is kept until the market is decided.
    for (const address of this.#found.keys()) if (!undecided.has(address)) this.#found.delete(address)
    await Promise.all([...byFeed].map(([feed, about]) => this.#followFeed(feed, about)))
  }

  async #followFeed(feed: string, markets: readonly PricedMarket[]): Promise<void> {
    if (this.#asking.has(feed)) return
    this.#asking.add(feed)
    try {
      const update = await this.options.prices.latest(feed)
      for (const market of markets) this.#take(market, update)
    } catch (error) {
      this.options.onError(error as Error)
    } finally {
      this.#asking.delete(feed)
    }
  }

  #take(market: PricedMarket, update: PriceUpdate): void {
    const key = market.address.toBase58()
    if (this.#decides(market, update)) {
      this.#found.set(key, update)
      return
    }
    // A market capitalisation must be shown while its price is fresh.
    const found = this.#found.get(key)
    const isStale = found && update.publishTime - found.publishTime > market.terms.proofWindow
    if (market.condition.type === 'marketCap' && isStale) this.#found.delete(key)
  }

  /** Whether an update decides a market by expiry, by the program's rules. */
  #decides(market: PricedMarket, update: PriceUpdate): boolean {
    const { condition, createdAt, expireAt, token } = market
    const { price, exponent } = update
    const publishedAt = BigInt(update.publishTime)
    if (publishedAt <= createdAt || publishedAt > expireAt || !isSure(market, update)) return false
    if (condition.type === 'price') return meets(condition, { value: price, exponent })
    const supply = token && readSupply(this.options.accounts, token)
    if (!supply) return false
    return meets(condition, { value: price * supply.value, exponent: exponent + supply.exponent })
  }
}

/** Whether a price is known as exactly as a market asks for. */
function isSure({ terms }: Market, { price, conf }: PriceUpdate): boolean {
  return price > 0n && conf * BASIS_POINTS <= price * BigInt(terms.maxConfidenceBps)
}

function isPriced(market: Fetched<Market>): market is PricedMarket {
  return market.condition.type === 'price' || market.condition.type === 'marketCap'
}
