// The orders of lists of markets.

import type { MarketStatus } from '@prediction-market/sdk'
import { DAY, FIRST_DAY } from '../store/schema/columns.ts'

export const SORTS = ['newest', 'expiring', 'volume', 'trending'] as const

export type Sort = (typeof SORTS)[number]

export interface SortKey {
  readonly id: string
  readonly status: MarketStatus
  /** Unix seconds. */
  readonly createdAt: number
  /** Unix seconds: of the expiry while the market is open, of the decision afterwards. */
  readonly endsAt: number
  /** The smaller pool at a common number of decimals: a stake without opponents buys no place. */
  readonly matched: bigint
}

/** Compares two markets in each order; 0 only for the same market. */
export const COMPARE: Record<Sort, (a: SortKey, b: SortKey) => number> = {
  newest: (a, b) => b.createdAt - a.createdAt || compare(a.id, b.id),
  // Open markets, the next to expire first; then the others, the last to be decided first.
  expiring: openFirst((a, b, isOpen) => {
    const sooner = a.endsAt - b.endsAt
    return (isOpen ? sooner : -sooner) || compare(a.id, b.id)
  }),
  volume: (a, b) => compare(b.matched, a.matched) || COMPARE.newest(a, b),
  // Open markets, the highest trend first; then the others, the newest first.
  trending: openFirst(
    (a, b, isOpen) => (isOpen ? compare(trendOf(b), trendOf(a)) : 0) || COMPARE.newest(a, b),
  ),
}

/** Sorts open markets before all others, and each of the two kinds by `order`. */
function openFirst(order: (a: SortKey, b: SortKey, isOpen: boolean) => number) {
  return (a: SortKey, b: SortKey) => {
    const isOpen = a.status === 'open'
    if (isOpen !== (b.status === 'open')) return isOpen ? -1 : 1
    return order(a, b, isOpen)
  }
}

/**
 * The trend of an open market: its smaller pool, which weighs twice as much for every day that it was opened later. So
 * the order does not change as time passes. Within a day the weight grows evenly, which is exact in whole numbers.
 */
export function trendOf({ matched, createdAt }: Pick<SortKey, 'matched' | 'createdAt'>): bigint {
  const day = Math.max(0, Math.floor(createdAt / DAY) - FIRST_DAY)
  return (matched * BigInt(DAY + (createdAt % DAY))) << BigInt(day)
}

/** The index of the first market that comes after `key` in a sorted list, which need not contain `key`. */
export function indexAfter(list: readonly SortKey[], sort: Sort, key: SortKey): number {
  return firstIndex(list, (entry) => COMPARE[sort](entry, key) > 0)
}

export class SortedMarkets<Entry extends SortKey> {
  readonly #lists: Record<Sort, Entry[]> = { newest: [], expiring: [], volume: [], trending: [] }

  get size(): number {
    return this.#lists.newest.length
  }

  list(sort: Sort): readonly Entry[] {
    return this.#lists[sort]
  }

  /** Adds an entry that comes after all others in an order. */
  append(sort: Sort, entry: Entry): void {
    this.#lists[sort].push(entry)
  }

  add(entry: Entry): void {
    for (const sort of SORTS) this.#lists[sort].splice(this.#indexOf(sort, entry), 0, entry)
  }

  /** Replaces an entry by a newer one of the same market, which keeps its place in most orders. */
  replace(known: Entry, entry: Entry): void {
    for (const sort of SORTS) {
      const list = this.#lists[sort]
      const index = this.#indexOf(sort, known)
      const [before, after] = [list[index - 1], list[index + 1]]
      const isInOrder =
        (!before || COMPARE[sort](before, entry) < 0) && (!after || COMPARE[sort](entry, after) < 0)
      list[index] = entry
      if (isInOrder) continue
      list.splice(index, 1)
      list.splice(this.#indexOf(sort, entry), 0, entry)
    }
  }

  remove(entry: Entry): void {
    for (const sort of SORTS) {
      const index = this.#indexOf(sort, entry)
      if (this.#lists[sort][index] === entry) this.#lists[sort].splice(index, 1)
    }
  }

  /** The index that an entry has or would have. */
  #indexOf(sort: Sort, entry: Entry): number {
    return firstIndex(this.#lists[sort], (other) => COMPARE[sort](other, entry) >= 0)
  }
}

/** Binary search for the first entry with a property that all entries after it have too. */
function firstIndex(list: readonly SortKey[], isMatch: (entry: SortKey) => boolean): number {
  let low = 0
  let high = list.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (isMatch(list[middle] as SortKey)) high = middle
    else low = middle + 1
  }
  return low
}

function compare<T extends string | bigint>(a: T, b: T): number {
  return a < b ? -1 : a > b ? 1 : 0
}
