import type { ListedMarket } from './listed.ts'
import { type Candidates, type MarketFilter, type MarketIndex, matches } from './market-index.ts'
import { isFound, type Words } from './search.ts'
import { COMPARE, indexAfter, type Place, type Sort } from './sorted.ts'

/** Which markets, in which order, and which part of them. */
export interface ListQuery extends MarketFilter {
  sort: Sort
  limit: number
  offset: number
  /** Words that the question must have. */
  words?: Words | undefined
  /** The part begins behind this place. */
  after?: Place | undefined
}

/** A part of a list. */
export interface ListPage<Entry> {
  entries: Entry[]
  /** Whether the list goes on behind it. */
  hasMore: boolean
}

/** Markets of one kind: those on the chain, or those that were. */
export interface Shelf<Entry extends ListedMarket> {
  readonly index: MarketIndex<Entry>
  get(id: string): Entry | undefined
}

/**
 * Lists markets on the chain and those that were, in one order. A market that both shelves have is one that is
 * just being closed, or whose closing was undone: it counts as being on the chain.
 */
export function listMarkets<Live extends ListedMarket, Past extends ListedMarket>(
  live: Shelf<Live>,
  past: Shelf<Past> | undefined,
  query: ListQuery,
): ListPage<Live | Past> {
  const { sort, limit, words, after } = query
  const here = live.index.find(query, sort)
  const gone: Candidates<Past> = past?.index.find(query, sort) ?? { entries: [], isExact: true }
  let nextHere = after ? indexAfter(here.entries, sort, after) : 0
  let nextGone = after ? indexAfter(gone.entries, sort, after) : 0
  let skip = query.offset
  if (here.isExact && gone.entries.length === 0 && !words) {
    // Every one counts, so that nobody has to count.
    nextHere += skip
    skip = 0
  }
  const compare = COMPARE[sort]
  const entries: (Live | Past)[] = []
  while (entries.length <= limit) {
    const a = here.entries[nextHere]
    const b = gone.entries[nextGone]
    const isHere = a !== undefined && (b === undefined || compare(a, b) <= 0)
    const entry = isHere ? a : b
    if (entry === undefined) break
    if (isHere) nextHere += 1
    else nextGone += 1
    if (!isHere && live.get(entry.id)) continue
    if (!(isHere ? here : gone).isExact && !matches(entry, query)) continue
    if (words && !isFound(entry, words)) continue
    if (skip > 0) skip -= 1
    else entries.push(entry)
  }
  const hasMore = entries.length > limit
  if (hasMore) entries.pop()
  return { entries, hasMore }
}
