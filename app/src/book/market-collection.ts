import type { MarketStatus } from '@prediction-market/sdk'
import type { CurrencyId } from './currency.ts'
import type { ListedMarket } from './listed.ts'
import { COMPARE, SORTS, type Sort, SortedMarkets } from './sort.ts'

/** Selects markets. */
export interface MarketFilter {
  status?: MarketStatus | undefined
  currency?: CurrencyId | undefined
  tokenAddress?: string | undefined
  creator?: string | undefined
}

const ALL = 'all'

/** Markets by id, and sorted in every order by status, currency, token and creator. */
export class MarketCollection<Entry extends ListedMarket> {
  readonly #entries = new Map<string, Entry>()
  readonly #groups = new Map<string, SortedMarkets<Entry>>([[ALL, new SortedMarkets()]])
  #version = 0

  get size(): number {
    return this.#entries.size
  }

  /** Changes with every change of the collection. */
  get version(): number {
    return this.#version
  }

  get(id: string): Entry | undefined {
    return this.#entries.get(id)
  }

  /** All markets, in no particular order. */
  entries(): IterableIterator<Entry> {
    return this.#entries.values()
  }

  /** How many markets have a status. */
  count(status: MarketStatus): number {
    return this.#groups.get(`status:${status}`)?.size ?? 0
  }

  /** Adds a market, or replaces the one with its id. */
  set(entry: Entry): void {
    this.remove(entry.id)
    this.#version += 1
    this.#entries.set(entry.id, entry)
    for (const name of groupsOf(entry)) this.#group(name).add(entry)
  }

  remove(id: string): void {
    const entry = this.#entries.get(id)
    if (!entry) return
    this.#version += 1
    this.#entries.delete(id)
    for (const name of groupsOf(entry)) {
      const group = this.#groups.get(name)
      group?.remove(entry)
      if (group?.size === 0 && name !== ALL) this.#groups.delete(name)
    }
  }

  /** Fills an empty collection; sorting once is faster than inserting each market. */
  fill(entries: readonly Entry[]): void {
    this.#version += 1
    for (const entry of entries) this.#entries.set(entry.id, entry)
    const sorted = [...this.#entries.values()]
    const groups = new Map(sorted.map((entry) => [entry, groupsOf(entry).map((name) => this.#group(name))]))
    for (const sort of SORTS) {
      for (const entry of sorted.sort(COMPARE[sort])) {
        for (const group of groups.get(entry) ?? []) group.append(sort, entry)
      }
    }
    for (const group of this.#groups.values()) group.trim()
  }

  /** The smallest sorted group with all markets of a filter; it may contain others. */
  find(filter: MarketFilter, sort: Sort): readonly Entry[] {
    const groups = groupNames(filter).map((name) => this.#groups.get(name))
    if (groups.includes(undefined)) return []
    const [smallest = this.#group(ALL)] = groups.sort((a, b) => (a?.size ?? 0) - (b?.size ?? 0))
    return smallest.list(sort)
  }

  #group(name: string): SortedMarkets<Entry> {
    const known = this.#groups.get(name)
    if (known) return known
    const group = new SortedMarkets<Entry>()
    this.#groups.set(name, group)
    return group
  }
}

/** Whether a filter selects a market. */
export function matchesFilter(entry: ListedMarket, filter: MarketFilter): boolean {
  const { status, currency, tokenAddress, creator } = filter
  return (
    (!status || entry.status === status) &&
    (!currency || entry.currency === currency) &&
    (!tokenAddress || entry.token === tokenAddress) &&
    (!creator || entry.creator === creator)
  )
}

function groupNames({ status, currency, tokenAddress, creator }: MarketFilter): string[] {
  const names: string[] = []
  if (status) names.push(`status:${status}`)
  if (currency) names.push(`currency:${currency}`)
  if (tokenAddress) names.push(`token:${tokenAddress}`)
  if (creator) names.push(`creator:${creator}`)
  return names
}

function groupsOf({ status, currency, creator, token }: ListedMarket): string[] {
  return [ALL, ...groupNames({ status, currency, creator, tokenAddress: token ?? undefined })]
}
