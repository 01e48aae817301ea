import type { MarketStatus } from '@prediction-market/sdk'

/** How a list can be sorted. */
export const SORTS = ['newest', 'expiring', 'volume'] as const

/** How a list is sorted. */
export type Sort = (typeof SORTS)[number]

/** What gives a market its place in every order. */
export interface Place {
  readonly id: string
  readonly status: MarketStatus
  /** Unix seconds. */
  readonly createdAt: number
  /** Unix seconds. */
  readonly expireAt: number
  /** All stakes in whole units, comparable with those of other currencies. */
  readonly volume: bigint
}

type Compare = (a: Place, b: Place) => number

/** Which of two markets comes first in an order; 0 for the same market alone. */
export const COMPARE: Record<Sort, Compare> = {
  newest: (a, b) => b.createdAt - a.createdAt || byId(a, b),
  // Those that are still to be decided, the next one first; then the others, the last one first.
  expiring: (a, b) => {
    const isOpen = a.status === 'open'
    if (isOpen !== (b.status === 'open')) return isOpen ? -1 : 1
    const sooner = a.expireAt - b.expireAt
    return (isOpen ? sooner : -sooner) || byId(a, b)
  },
  volume: (a, b) => order(b.volume, a.volume) || COMPARE.newest(a, b),
}

/** Sorts entries into an order. */
export function sortMarkets<Entry extends Place>(entries: Entry[], sort: Sort): Entry[] {
  return entries.sort(COMPARE[sort])
}

/** Where the markets begin that come after a place in a list, whether or not one has that place now. */
export function indexAfter(list: readonly Place[], sort: Sort, place: Place): number {
  return indexOf(list, (entry) => COMPARE[sort](entry, place) <= 0)
}

/** Markets in every order that can be asked for. Each has exactly one place in each order. */
export class SortedMarkets<Entry extends Place> {
  readonly #lists: Record<Sort, Entry[]> = { newest: [], expiring: [], volume: [] }

  get size(): number {
    return this.#lists.newest.length
  }

  list(sort: Sort): readonly Entry[] {
    return this.#lists[sort]
  }

  /** Puts one behind all others of an order; for entries that come in that order. */
  append(sort: Sort, entry: Entry): void {
    this.#lists[sort].push(entry)
  }

  /** Gives back the room that lists have taken to grow: most groups are small and stay so. */
  trim(): void {
    for (const sort of SORTS) this.#lists[sort] = this.#lists[sort].slice()
  }

  add(entry: Entry): void {
    for (const sort of SORTS) this.#lists[sort].splice(this.#place(sort, entry), 0, entry)
  }

  remove(entry: Entry): void {
    for (const sort of SORTS) {
      const place = this.#place(sort, entry)
      if (this.#lists[sort][place] === entry) this.#lists[sort].splice(place, 1)
    }
  }

  /** Where an entry is or belongs: the first place that does not come before it. */
  #place(sort: Sort, entry: Entry): number {
    return indexOf(this.#lists[sort], (other) => COMPARE[sort](other, entry) < 0)
  }
}

/** The first index whose entry is not before something, in a list where all that are come first. */
function indexOf(list: readonly Place[], isBefore: (entry: Place) => boolean): number {
  let low = 0
  let high = list.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (isBefore(list[middle] as Place)) low = middle + 1
    else high = middle
  }
  return low
}

function order(a: bigint, b: bigint): number {
  return a < b ? -1 : a > b ? 1 : 0
}

function byId(a: Place, b: Place): number {
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0
}
