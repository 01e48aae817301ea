import type { Fetched, Market } from '@prediction-market/sdk'
import { isPrecise, periodOf, showPrice, wouldDecide } from '@prediction-market/sdk/rules'
import type { PublicKey } from '@solana/web3.js'
import type { PriceUpdate } from '../../prices/source.ts'
import type { WatchedAccounts } from '../watched-accounts.ts'
import { type Feeds, isPriced, type PricedMarket, type WatchedMarket } from './feed-markets.ts'
import { watchedSupply } from './state.ts'

/**
 * The updates that decide markets before they expire: the first of each betting period. The earliest is submitted; a
 * later one is used if the program refuses it because of bets placed since.
 */
export class EarlyUpdates {
  /** In order, by the market's address. */
  readonly #found = new Map<string, readonly PriceUpdate[]>()

  constructor(private readonly accounts: WatchedAccounts) {}

  /** The addresses of the markets that an update may decide. */
  get markets(): string[] {
    return [...this.#found.keys()]
  }

  delete({ address }: Fetched<Market>): void {
    this.#found.delete(address.toBase58())
  }

  /** Stores the updates that meet conditions of watched markets, given by feed. */
  take(feeds: Feeds, updates: readonly PriceUpdate[], now: bigint): void {
    const supplyOf = (token: PublicKey) => watchedSupply(this.accounts, token)
    const met = new Map<WatchedMarket, PriceUpdate[]>()
    for (const update of updates) {
      for (const watched of feeds.get(update.feedId)?.metBy(update, supplyOf) ?? []) {
        const known = met.get(watched)
        if (known) known.push(update)
        else met.set(watched, [update])
      }
    }
    for (const [{ address, entry }, meeting] of met) this.#keep(address, entry.market, meeting, now)
  }

  /** Adds updates to those known of a market, and keeps the first of each period that decides it. */
  #keep(key: string, market: Fetched<Market>, updates: readonly PriceUpdate[], now: bigint): void {
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

  /** The earliest update that the program would accept now. */
  earliest(market: PricedMarket, now: bigint): PriceUpdate | undefined {
    const found = this.#found.get(market.address.toBase58())
    return found?.find((update) => this.#decides(market, update, now))
  }

  /** Whether the program would accept an update now. A market capitalisation needs the supply of a watched mint. */
  #decides(market: PricedMarket, update: PriceUpdate, now: bigint): boolean {
    if (!isPrecise(update, market.terms)) return false
    const supply = market.token && watchedSupply(this.accounts, market.token)
    const shown = showPrice(market, update, supply)
    return shown !== null && wouldDecide(market, shown, now)
  }
}

function periodOfUpdate(market: PricedMarket, { publishTime }: PriceUpdate): bigint {
  return periodOf(market, BigInt(publishTime))
}
