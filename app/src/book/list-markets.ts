import type { ListedMarket } from './listed.ts'
import { type MarketCollection, type MarketFilter, matchesFilter } from './market-collection.ts'
import { matchesSearch, type SearchTerms } from './search.ts'
import { COMPARE, indexAfter, type Sort, type SortKey } from './sort.ts'

/** Selects and sorts markets, and a page of them. */
export interface ListQuery extends MarketFilter {
  sort: Sort
  limit: number
  offset: number
  /** Terms that the question must contain. */
  terms?: SearchTerms | undefined
  /** The page starts after this market's place in the order. */
  after?: SortKey | undefined
}

/** A page of a list. */
export interface ListPage<Entry> {
  entries: Entry[]
  /** Whether another page follows. */
  hasMore: boolean
}

/**
 * Lists markets on the chain and closed ones in one order. A market in both collections is just being closed, or
 * its closing was undone: it counts as being on the chain.
 */
export function listMarkets<Live extends ListedMarket, Closed extends ListedMarket = Live>(
  live: MarketCollection<Live>,
  archive: MarketCollection<Closed> | undefined,
  query: ListQuery,
): ListPage<Live | Closed> {
  const { sort, limit, terms, after } = query
  const found = live.find(query, sort)
  const foundClosed = archive?.find(query, sort) ?? []
  let next = after ? indexAfter(found, sort, after) : 0
  let nextClosed = after ? indexAfter(foundClosed, sort, after) : 0
  let skip = query.offset
  const entries: (Live | Closed)[] = []
  while (entries.length <= limit) {
    const a = found[next]
    const b = foundClosed[nextClosed]
    const isLive = a !== undefined && (b === undefined || COMPARE[sort](a, b) <= 0)
    const entry = isLive ? a : b
    if (entry === undefined) break
    if (isLive) next += 1
    else nextClosed += 1
    if (!isLive && live.get(entry.id)) continue
    if (!matchesFilter(entry, query)) continue
    if (terms && !matchesSearch(entry, terms)) continue
    if (skip > 0) skip -= 1
    else entries.push(entry)
  }
  const hasMore = entries.length > limit
  if (hasMore) entries.pop()
  return { entries, hasMore }
}
