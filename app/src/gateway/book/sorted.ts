import type { BookEntry } from './entry.ts'

/** How a list can be sorted. */
export const SORTS = ['newest', 'expiring', 'volume'] as const

/** How a list is sorted. */
export type Sort = (typeof SORTS)[number]

type Compare = (a: BookEntry, b: BookEntry) => number

const COMPARE: Record<Sort, Compare> = {
  newest: (a, b) => b.createdAt - a.createdAt || byId(a, b),
  // Those that are still to be decided, the next one first; then the others, the last one first.
  expiring: (a, b) => {
    const isOpen = a.market.status === 'open'
    if (isOpen !== (b.market.status === 'open')) return isOpen ? -1 : 1
    const sooner = a.expireAt - b.expireAt
    return (isOpen ? sooner : -sooner) || byId(a, b)
  },
  volume: (a, b) => order(b.volume, a.volume) || COMPARE.newest(a, b),
}

/** Sorts entries into an order. */
export function sortMarkets(entries: BookEntry[], sort: Sort): BookEntry[] {
  return entries.sort(COMPARE[sort])
}

/** Markets in every order that can be asked for. Each has exactly one place in each order. */
export class SortedMarkets {
  readonly #lists: Record<Sort, BookEntry[]> = { newest: [], expiring: [], volume: [] }

  get size(): number {
    return this.#lists.newest.length
  }

  list(sort: Sort): readonly BookEntry[] {
    return this.#lists[sort]
  }

  /** Puts one behind all others of an order; for entries that come in that order. */
  append(sort: Sort, entry: BookEntry): void {
    this.#lists[sort].push(entry)
  }

  add(entry: BookEntry): void {
    for (const sort of SORTS) this.#lists[sort].splice(this.#place(sort, entry), 0, entry)
  }

  remove(entry: BookEntry): void {
    for (const sort of SORTS) {
      const place = this.#place(sort, entry)
      if (this.#lists[sort][place] === entry) this.#lists[sort].splice(place, 1)
    }
  }

  /** Where an entry is or belongs: the first place that does not come before it. */
  #place(sort: Sort, entry: BookEntry): number {
    const list = this.#lists[sort]
    const compare = COMPARE[sort]
    let low = 0
    let high = list.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if (compare(list[middle] as BookEntry, entry) < 0) low = middle + 1
      else high = middle
    }
    return low
  }
}

function order(a: bigint, b: bigint): number {
  return a < b ? -1 : a > b ? 1 : 0
}

function byId(a: BookEntry, b: BookEntry): number {
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0
}
