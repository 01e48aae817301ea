// Markets in memory, by id and sorted in every order that lists offer.

import type { Condition, CurrencyId, MarketStatus } from '@prediction-market/sdk'
import { kindOf } from '@prediction-market/sdk/condition'
import { remember } from '../runtime/remember.ts'
import { forEachInSlices, sortInSlices } from '../runtime/slices.ts'
import type { ListedMarket } from './listed.ts'
import { COMPARE, SORTS, type Sort, SortedMarkets } from './sort.ts'

export interface MarketFilter {
  status?: MarketStatus | undefined
  currency?: CurrencyId | undefined
  tokenAddress?: string | undefined
  creator?: string | undefined
  /** Unless this is one type alone, decided markets of types that hide them are left out. */
  types?: readonly Condition['type'][] | undefined
  /** Pyth feed id. */
  feed?: string | undefined
}

/**
 * Called with the new state of a market and the one before: without the first it was removed, without the second
 * added.
 */
export type ChangeListener<Entry> = (entry: Entry | undefined, before: Entry | undefined) => void

const ALL = 'all'

/** Markets by id, and sorted in every order by status, currency, token, creator, type and feed. */
export class MarketCollection<Entry extends ListedMarket> {
  readonly #entries = new Map<string, Entry>()
  readonly #groups = new Map<string, SortedMarkets<Entry>>()
  readonly #listeners = new Set<ChangeListener<Entry>>()
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
    const known = this.#entries.get(entry.id)
    const names = groupsOf(entry)
    const before = known ? groupsOf(known) : []
    this.#version += 1
    this.#entries.set(entry.id, entry)
    for (const name of before) if (known && !names.includes(name)) this.#leave(name, known)
    for (const name of names) {
      if (known && before.includes(name)) this.#group(name).replace(known, entry)
      else this.#group(name).add(entry)
    }
    this.#report(entry, known)
  }

  remove(id: string): void {
    const entry = this.#entries.get(id)
    if (!entry) return
    this.#version += 1
    this.#entries.delete(id)
    for (const name of groupsOf(entry)) this.#leave(name, entry)
    this.#report(undefined, entry)
  }

  /**
   * Fills the empty collection, in slices. Sorting all markets is much faster than inserting each. The collection must
   * not be changed meanwhile.
   */
  async fill(entries: readonly Entry[]): Promise<void> {
    for (const sort of SORTS) {
      await forEachInSlices(await sortInSlices(entries, COMPARE[sort]), (entry) => {
        for (const name of groupsOf(entry)) this.#group(name).append(sort, entry)
      })
    }
    await forEachInSlices(entries, (entry) => {
      this.#entries.set(entry.id, entry)
      this.#report(entry, undefined)
    })
    this.#version += 1
  }

  /**
   * Calls a listener after every change of a market.
   *
   * @returns a function that removes the listener
   */
  onChange(listener: ChangeListener<Entry>): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** The smallest sorted group with all markets of a filter; it may contain others. */
  find(filter: MarketFilter, sort: Sort): readonly Entry[] {
    const groups = groupNames(filter).map((name) => this.#groups.get(name))
    if (groups.includes(undefined)) return []
    const [smallest = this.#group(ALL)] = groups.sort((a, b) => (a?.size ?? 0) - (b?.size ?? 0))
    return smallest.list(sort)
  }

  #report(entry: Entry | undefined, before: Entry | undefined): void {
    for (const listener of this.#listeners) listener(entry, before)
  }

  #leave(name: string, entry: Entry): void {
    const group = this.#groups.get(name)
    group?.remove(entry)
    if (group?.size === 0) this.#groups.delete(name)
  }

  #group(name: string): SortedMarkets<Entry> {
    return remember(this.#groups, name, () => new SortedMarkets<Entry>())
  }
}

export function matchesFilter(entry: ListedMarket, filter: MarketFilter): boolean {
  const { status, currency, tokenAddress, creator, types, feed } = filter
  return (
    (!types || types.includes(entry.type)) &&
    (types?.length === 1 || entry.status === 'open' || !kindOf(entry).hidesDecided) &&
    (!feed || entry.feed === feed) &&
    (!status || entry.status === status) &&
    (!currency || entry.currency === currency) &&
    (!tokenAddress || entry.token === tokenAddress) &&
    (!creator || entry.creator === creator)
  )
}

function groupNames({ status, currency, tokenAddress, creator, types, feed }: MarketFilter): string[] {
  const names: string[] = []
  if (status) names.push(`status:${status}`)
  if (currency) names.push(`currency:${currency}`)
  if (tokenAddress) names.push(`token:${tokenAddress}`)
  if (creator) names.push(`creator:${creator}`)
  if (types?.length === 1) names.push(`type:${types}`)
  if (feed) names.push(`feed:${feed}`)
  return names
}

function groupsOf({ status, currency, creator, token, type, feed }: ListedMarket): string[] {
  const named = { tokenAddress: token ?? undefined, feed: feed ?? undefined }
  return [ALL, ...groupNames({ status, currency, creator, types: [type], ...named })]
}
