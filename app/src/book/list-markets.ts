// Lists markets on the chain and closed ones in one order, page by page.

import { setImmediate } from 'node:timers/promises'
import { type ListedMarket, matchesSearch, type SearchTerms } from './listed.ts'
import { type MarketCollection, type MarketFilter, matchesFilter } from './market-collection.ts'
import { COMPARE, indexAfter, type Sort, type SortKey } from './sort.ts'

export interface Selection extends MarketFilter {
  sort: Sort
  /** Terms that the question must contain. */
  terms?: SearchTerms | undefined
  /** Only markets after this one's place in the order. */
  after?: SortKey | undefined
}

/** Selects and sorts markets, and a page of them. */
export interface ListQuery extends Selection {
  limit: number
  offset: number
}

export interface ListPage {
  entries: ListedMarket[]
  /** Whether another page follows. */
  hasMore: boolean
}

/** Markets whose accounts were closed. */
export interface ClosedMarkets {
  /** The first `limit` markets of a selection, sorted. */
  find(selection: Selection, limit: number): Promise<readonly ListedMarket[]>
}

/** The most closed markets to read at a time, while an offset is skipped. */
const MAX_READ = 1_000

/** Markets on the chain to search before yielding to other requests. */
const SEARCHED_AT_ONCE = 1_000

/**
 * Lists markets on the chain and closed ones in one order. A market in both collections is just being closed, or
 * its closing was undone: it counts as being on the chain.
 */
export async function listMarkets<Live extends ListedMarket>(
  live: MarketCollection<Live>,
  archive: ClosedMarkets,
  query: ListQuery,
): Promise<ListPage> {
  const { sort, limit, offset } = query
  const wanted = offset + limit + 1
  const size = Math.min(wanted, MAX_READ)
  // Before the closed ones: a market that is closed meanwhile is in both, not in neither.
  const found = await findLive(live, query, wanted)
  const ids = new Set(found.map(({ id }) => id))
  let closed = await archive.find(query, size)
  let nextClosed = 0
  let next = 0
  let skip = offset
  const entries: ListedMarket[] = []
  while (entries.length <= limit) {
    const last = closed.at(-1)
    if (last && nextClosed === closed.length && closed.length === size) {
      closed = await archive.find({ ...query, after: last }, size)
      nextClosed = 0
    }
    const a = found[next]
    const b = closed[nextClosed]
    const isLive = a !== undefined && (b === undefined || COMPARE[sort](a, b) <= 0)
    const entry = isLive ? a : b
    if (entry === undefined) break
    if (isLive) next += 1
    else nextClosed += 1
    if (!isLive && (live.get(entry.id) || ids.has(entry.id))) continue
    if (skip > 0) skip -= 1
    else entries.push(entry)
  }
  const hasMore = entries.length > limit
  if (hasMore) entries.pop()
  return { entries, hasMore }
}

/** The first `count` markets on the chain of a selection, sorted. */
async function findLive<Entry extends ListedMarket>(
  live: MarketCollection<Entry>,
  selection: Selection,
  count: number,
): Promise<Entry[]> {
  const { sort, terms, after } = selection
  const sorted = live.find(selection, sort)
  const start = after ? indexAfter(sorted, sort, after) : 0
  // The list may change while a search pauses.
  const list = terms ? sorted.slice(start) : sorted
  const entries: Entry[] = []
  for (let index = terms ? 0 : start; index < list.length && entries.length < count; index++) {
    if (terms && index % SEARCHED_AT_ONCE === SEARCHED_AT_ONCE - 1) await setImmediate()
    const entry = list[index] as Entry
    if (matchesFilter(entry, selection) && (!terms || matchesSearch(entry, terms))) entries.push(entry)
  }
  return entries
}
