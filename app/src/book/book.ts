import { type Fetched, type Market, toMarketId } from '@prediction-market/sdk'
import { BookEntry, isOlder } from './entry.ts'
import type { ListQuery } from './list-markets.ts'
import { MarketCollection, matchesFilter } from './market-collection.ts'

/** All markets on the chain, in memory. */
export class MarketBook extends MarketCollection<BookEntry> {
  /**
   * Adds a market, or replaces an older state of it. The state of the newer slot counts, even if it undoes something
   * that was on a fork.
   *
   * @param slot - the slot that the market was read at
   * @param data - the account that it was decoded from
   * @returns the new entry; null if the book has a newer state
   */
  put(market: Fetched<Market>, question: string, slot: number, data?: Buffer): BookEntry | null {
    const known = this.get(toMarketId(market.address))
    const entry = new BookEntry(market, question, slot, known?.id, data)
    if (known && slot < known.slot) return null
    if (known?.slot === slot && isOlder(market, known.market)) return null
    this.set(entry)
    return entry
  }

  /** The markets on the chain of a page. */
  list(page: Omit<ListQuery, 'terms' | 'after'>): BookEntry[] {
    const end = page.offset + page.limit
    const entries: BookEntry[] = []
    for (const entry of this.find(page, page.sort)) {
      if (entries.length === end) break
      if (matchesFilter(entry, page)) entries.push(entry)
    }
    return entries.slice(page.offset)
  }
}
