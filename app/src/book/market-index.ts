import type { MarketStatus } from '@prediction-market/sdk'
import type { CurrencyId } from './currency.ts'
import type { ListedMarket } from './listed.ts'
import { SORTS, type Sort, SortedMarkets, sortMarkets } from './sorted.ts'

/** Which markets. */
export interface MarketFilter {
  status?: MarketStatus | undefined
  currency?: CurrencyId | undefined
  tokenAddress?: string | undefined
  creator?: string | undefined
}

/** Markets in an order, among which all of a query are. */
export interface Candidates<Entry> {
  entries: readonly Entry[]
  /** Whether there are no others among them. */
  isExact: boolean
}

const ALL = 'all'

const NONE = { entries: [], isExact: true } as const

/** Markets in every order and under every name that they are asked for. */
export class MarketIndex<Entry extends ListedMarket> {
  readonly #groups = new Map<string, SortedMarkets<Entry>>([[ALL, new SortedMarkets()]])
  #version = 0

  /** Another number after every change: what was made from the index before is out of date. */
  get version(): number {
    return this.#version
  }

  /** How many markets have a status. */
  count(status: MarketStatus): number {
    return this.#groups.get(`status:${status}`)?.size ?? 0
  }

  add(entry: Entry): void {
    this.#version += 1
    for (const name of groupsOf(entry)) this.#group(name).add(entry)
  }

  remove(entry: Entry): void {
    this.#version += 1
    for (const name of groupsOf(entry)) {
      const group = this.#groups.get(name)
      group?.remove(entry)
      if (group?.size === 0 && name !== ALL) this.#groups.delete(name)
    }
  }

  /** Fills an empty index; sorting once for all groups is quicker than finding every place. */
  fill(entries: readonly Entry[]): void {
    this.#version += 1
    const sorted = [...entries]
    const groups = new Map(entries.map((entry) => [entry, groupsOf(entry).map((name) => this.#group(name))]))
    for (const sort of SORTS) {
      for (const entry of sortMarkets(sorted, sort)) {
        for (const group of groups.get(entry) ?? []) group.append(sort, entry)
      }
    }
    for (const group of this.#groups.values()) group.trim()
  }

  /** The smallest group that holds all markets of a filter. */
  find(filter: MarketFilter, sort: Sort): Candidates<Entry> {
    const names = namesOf(filter)
    const groups: SortedMarkets<Entry>[] = []
    for (const name of names) {
      const group = this.#groups.get(name)
      if (!group) return NONE
      groups.push(group)
    }
    const smallest = groups.reduce((a, b) => (b.size < a.size ? b : a), groups[0] ?? this.#group(ALL))
    return { entries: smallest.list(sort), isExact: names.length <= 1 }
  }

  #group(name: string): SortedMarkets<Entry> {
    const known = this.#groups.get(name)
    if (known) return known
    const group = new SortedMarkets<Entry>()
    this.#groups.set(name, group)
    return group
  }
}

/** Whether a market is one of a filter. */
export function matches(entry: ListedMarket, filter: MarketFilter): boolean {
  const { status, currency, tokenAddress, creator } = filter
  return (
    (!status || entry.status === status) &&
    (!currency || entry.currency === currency) &&
    (!tokenAddress || entry.token === tokenAddress) &&
    (!creator || entry.creator === creator)
  )
}

function namesOf({ status, currency, tokenAddress, creator }: MarketFilter): string[] {
  const names: string[] = []
  if (status) names.push(`status:${status}`)
  if (currency) names.push(`currency:${currency}`)
  if (tokenAddress) names.push(`token:${tokenAddress}`)
  if (creator) names.push(`creator:${creator}`)
  return names
}

function groupsOf({ status, currency, creator, token }: ListedMarket): string[] {
  return [ALL, ...namesOf({ status, currency, creator, tokenAddress: token ?? undefined })]
}
