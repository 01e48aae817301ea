// Markets as lists show them, what lists of them must contain, and closed markets in memory.

import type { ClosedMarkets, ListPage, ListQuery, Selection } from '../../app/src/book/list-markets.ts'
import type { ListedMarket } from '../../app/src/book/listed.ts'
import { MarketCollection, type MarketFilter } from '../../app/src/book/market-collection.ts'
import type { Sort, SortKey } from '../../app/src/book/sort.ts'

/** Midnight of 2026-01-01, a Thursday: trends grow from this day on. */
export const NEW_YEAR = 1_767_225_600

/** A market of a list: open, without stakes, created in one second. */
export function listed(state: Partial<ListedMarket> & { id: string }): ListedMarket {
  return {
    status: 'open',
    question: 'Is it?',
    currency: 'SOL',
    type: 'event',
    feed: null,
    token: null,
    creator: 'creator',
    condition: { type: 'event', timing: 'atExpiry' },
    createdAt: NEW_YEAR,
    endsAt: NEW_YEAR + 100,
    expireAt: NEW_YEAR + 100,
    pools: { Yes: 0n, No: 0n },
    volume: 0n,
    matched: 0n,
    outcome: null,
    ...state,
  }
}

/** What each order compares, the smaller first, in numbers: exact for the small pools of tests. */
const KEYS: Record<Sort, (market: SortKey) => (number | string)[]> = {
  newest: ({ createdAt, id }) => [-createdAt, id],
  expiring: ({ status, endsAt, id }) => (status === 'open' ? [0, endsAt, id] : [1, -endsAt, id]),
  volume: ({ matched, createdAt, id }) => [-Number(matched), -createdAt, id],
  trending: ({ status, matched, createdAt, id }) => {
    if (status !== 'open') return [1, 0, -createdAt, id]
    const sinceNewYear = Math.max(0, Math.floor((createdAt - NEW_YEAR) / 86_400))
    const weight = 2 ** sinceNewYear * (1 + (createdAt % 86_400) / 86_400)
    return [0, -Number(matched) * weight, -createdAt, id]
  },
}

/** Which of two markets comes first, field by field. */
export function expectedOrder(sort: Sort): (a: SortKey, b: SortKey) => number {
  return (a, b) => {
    const [one, other] = [KEYS[sort](a), KEYS[sort](b)]
    const differs = one.findIndex((field, index) => field !== other[index])
    if (differs < 0) return 0
    return (one[differs] as number) < (other[differs] as number) ? -1 : 1
  }
}

/** Whether a list with these filters shows a market. */
export function isShown(market: ListedMarket, { types, tokenAddress, ...filter }: MarketFilter): boolean {
  const isHidden = market.type === 'change' && market.status !== 'open'
  if (isHidden && String(types) !== 'change') return false
  if (types && !types.some((type) => type === market.type)) return false
  if (tokenAddress && market.token !== tokenAddress) return false
  return (['status', 'currency', 'creator', 'feed'] as const).every(
    (field) => filter[field] === undefined || filter[field] === market[field],
  )
}

/** Whether an ASCII question has all words of a search. */
function isFound({ question }: ListedMarket, words: readonly string[] = []): boolean {
  return words.every((word) => question.toLowerCase().split(word).length > 1)
}

/** All markets of a selection, in order. */
export function selected(markets: readonly ListedMarket[], selection: Selection): ListedMarket[] {
  const order = expectedOrder(selection.sort)
  const { after, terms } = selection
  return markets
    .filter((market) => isShown(market, selection) && isFound(market, terms))
    .filter((market) => !after || order(market, after) > 0)
    .sort(order)
}

/** Closed markets in memory; `reads` are the limits and places of all reads. */
export function archiveOf(closed: readonly ListedMarket[]) {
  const reads: { limit: number; after: string | undefined }[] = []
  const archive: ClosedMarkets = {
    async find(selection, limit) {
      reads.push({ limit, after: selection.after?.id })
      return selected(closed, selection).slice(0, limit)
    },
  }
  return { archive, reads }
}

/** The page that a query must answer of markets on the chain and closed ones. */
export function expectedPage(
  live: readonly ListedMarket[],
  closed: readonly ListedMarket[],
  query: ListQuery,
): { ids: string[]; hasMore: boolean } {
  const ids = new Set(live.map(({ id }) => id))
  const all = selected([...live, ...closed.filter(({ id }) => !ids.has(id))], query)
  const end = query.offset + query.limit
  return { ids: all.slice(query.offset, end).map(({ id }) => id), hasMore: all.length > end }
}

/** Markets in memory. */
export function collectionOf(markets: readonly ListedMarket[]): MarketCollection<ListedMarket> {
  const collection = new MarketCollection<ListedMarket>()
  for (const one of markets) collection.set(one)
  return collection
}

/** Markets of one second, named by number in their order. */
export const numbered = (start: number, end: number, state: Partial<ListedMarket> = {}) =>
  Array.from({ length: end - start }, (_, index) =>
    listed({ id: String(start + index).padStart(5, '0'), ...state }),
  )

/** A page as {@link expectedPage} has it. */
export const idsOf = ({ entries, hasMore }: ListPage) => ({ ids: entries.map(({ id }) => id), hasMore })
