import { type Fetched, type Market, toMarketId } from '@prediction-market/sdk'
import { BookEntry, isOlder } from './entry.ts'
import { type ListQuery, listMarkets } from './list-markets.ts'
import { MarketCollection } from './market-collection.ts'

/** All markets on the chain, in memory. */
export class MarketBook extends MarketCollection<BookEntry> {
  /**
   * Adds a market, or replaces an older state of it. The state of a newer slot is right, also if it undoes something
   * that was on a fork.
   *
   * @param slot - that the market was read at
   * @param data - the account that it was decoded from
   * @returns the new entry; null if the book has a newer state
   */
  put(market: Fetched<Market>, question: string, slot: number, data?: Buffer): BookEntry | null {
    const entry = new BookEntry(market, question, slot, toMarketId(market.address), data)
    const known = this.get(entry.id)
    if (known && slot < known.slot) return null
    if (known?.slot === slot && isOlder(market, known.market)) return null
    this.set(entry)
    return entry
  }

  list(query: ListQuery): BookEntry[] {
    return listMarkets(this, undefined, query).entries
  }
}
