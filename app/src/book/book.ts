import type { Fetched, Market, MarketStatus } from '@prediction-market/sdk'
import { BookEntry, isOlder } from './entry.ts'
import { type ListQuery, listMarkets } from './listing.ts'
import { MarketIndex } from './market-index.ts'

/** Which markets, in which order, and which part of them. */
export type MarketQuery = ListQuery

/** All markets on the chain in memory, in every order and under every name that they are asked for. */
export class MarketBook {
  readonly index = new MarketIndex<BookEntry>()
  readonly #entries = new Map<string, BookEntry>()

  get size(): number {
    return this.#entries.size
  }

  /** A market by its id. */
  get(id: string): BookEntry | undefined {
    return this.#entries.get(id)
  }

  /** All markets, in no order. */
  entries(): IterableIterator<BookEntry> {
    return this.#entries.values()
  }

  /** How many markets have a status. */
  count(status: MarketStatus): number {
    return this.index.count(status)
  }

  /**
   * Puts a market in as it is now. A state from before the one that is there changes nothing.
   *
   * @returns the entry, if it is new
   */
  put(market: Fetched<Market>, question: string): BookEntry | null {
    const entry = new BookEntry(market, question)
    const known = this.#entries.get(entry.id)
    if (known && isOlder(market, known.market)) return null
    if (known) this.index.remove(known)
    this.#entries.set(entry.id, entry)
    this.index.add(entry)
    return entry
  }

  /** Fills an empty book. */
  fill(markets: readonly { market: Fetched<Market>; question: string; id?: string }[]): void {
    const entries = markets.map(({ market, question, id }) => new BookEntry(market, question, id))
    for (const entry of entries) this.#entries.set(entry.id, entry)
    this.index.fill(entries)
  }

  /** Takes a market out that is no longer on the chain. */
  remove(id: string): void {
    const entry = this.#entries.get(id)
    if (!entry) return
    this.#entries.delete(id)
    this.index.remove(entry)
  }

  /** The markets of a query, in its order. */
  list(query: MarketQuery): BookEntry[] {
    return listMarkets<BookEntry, never>(this, undefined, query).entries
  }
}
