import type { Fetched, Market, MarketStatus } from '@prediction-market/sdk'
import type { CurrencyId } from '../views/market.ts'
import { BookEntry, isOlder } from './entry.ts'
import { SORTS, type Sort, SortedMarkets, sortMarkets } from './sorted.ts'

/** Which markets, in which order, and which part of them. */
export interface MarketQuery {
  status?: MarketStatus | undefined
  currency?: CurrencyId | undefined
  tokenAddress?: string | undefined
  creator?: string | undefined
  sort: Sort
  limit: number
  offset: number
}

const ALL = 'all'

/** All markets in memory, in every order and under every name that they are asked for. */
export class MarketBook {
  readonly #entries = new Map<string, BookEntry>()
  readonly #groups = new Map<string, SortedMarkets>([[ALL, new SortedMarkets()]])

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
    return this.#groups.get(`status:${status}`)?.size ?? 0
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
    if (known) this.#leave(known)
    this.#entries.set(entry.id, entry)
    for (const name of groupsOf(entry)) this.#group(name).add(entry)
    return entry
  }

  /** Fills an empty book; sorting once for all groups is quicker than finding every place. */
  fill(markets: readonly { market: Fetched<Market>; question: string }[]): void {
    const entries = markets.map(({ market, question }) => new BookEntry(market, question))
    for (const entry of entries) this.#entries.set(entry.id, entry)
    for (const sort of SORTS) {
      for (const entry of sortMarkets(entries, sort)) {
        for (const name of groupsOf(entry)) this.#group(name).append(sort, entry)
      }
    }
  }

  /** Takes a market out that is no longer on the chain. */
  remove(id: string): void {
    const entry = this.#entries.get(id)
    if (!entry) return
    this.#entries.delete(id)
    this.#leave(entry)
  }

  /** The markets of a query, in its order. Looks through the smallest group that holds them all. */
  list(query: MarketQuery): BookEntry[] {
    const { status, currency, tokenAddress, creator, sort, limit, offset } = query
    const names = [
      status && `status:${status}`,
      currency && `currency:${currency}`,
      tokenAddress && `token:${tokenAddress}`,
      creator && `creator:${creator}`,
    ].filter((name) => name !== undefined)
    const groups = names.map((name) => this.#groups.get(name))
    if (groups.includes(undefined)) return []
    const [first = this.#groups.get(ALL), ...others] = groups.sort((a, b) => sizeOf(a) - sizeOf(b))
    const list = first?.list(sort) ?? []
    if (others.length === 0) return list.slice(offset, offset + limit)

    const found: BookEntry[] = []
    let skip = offset
    for (const entry of list) {
      if (found.length === limit) break
      if (!matches(entry, query)) continue
      if (skip > 0) skip -= 1
      else found.push(entry)
    }
    return found
  }

  #group(name: string): SortedMarkets {
    const known = this.#groups.get(name)
    if (known) return known
    const group = new SortedMarkets()
    this.#groups.set(name, group)
    return group
  }

  #leave(entry: BookEntry): void {
    for (const name of groupsOf(entry)) {
      const group = this.#groups.get(name)
      group?.remove(entry)
      if (group?.size === 0 && name !== ALL) this.#groups.delete(name)
    }
  }
}

function sizeOf(group: SortedMarkets | undefined): number {
  return group?.size ?? 0
}

function groupsOf(entry: BookEntry): string[] {
  const names = [
    ALL,
    `status:${entry.market.status}`,
    `currency:${entry.currency}`,
    `creator:${entry.creator}`,
  ]
  if (entry.token) names.push(`token:${entry.token}`)
  return names
}

function matches(entry: BookEntry, { status, currency, tokenAddress, creator }: MarketQuery): boolean {
  return (
    (!status || entry.market.status === status) &&
    (!currency || entry.currency === currency) &&
    (!tokenAddress || entry.token === tokenAddress) &&
    (!creator || entry.creator === creator)
  )
}
