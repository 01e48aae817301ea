// Follows the markets that match a filter.

import { type Memcmp, marketBytes } from '../accounts/memcmp.ts'
import type { MarketOf, MarketStatus } from '../accounts/shapes.ts'
import {
  Accounts,
  attempt,
  type Feed,
  type FollowOptions,
  followReads,
  type Unsubscribe,
} from './accounts.ts'

/** The markets that match a filter, and what has changed about them. */
export interface MarketsChangeOf<Key> {
  /** All of them, by address in base58. The same map every time. */
  markets: ReadonlyMap<string, MarketOf<Key> & { address: Key }>
  /** Those that are new or have changed; all of them in the first call. */
  changed: (MarketOf<Key> & { address: Key })[]
  /** Those that have been closed, or no longer match. */
  removed: (MarketOf<Key> & { address: Key })[]
  slot: number
}

/** How markets are decoded, with their address from its text. */
export interface MarketDecoder<Key> {
  decode(data: Uint8Array): MarketOf<Key>
  toKey(address: string): Key
}

/**
 * Follows the markets that match a filter: calls the listener with all of them, then with every change. A market that
 * is closed is noticed with the next read, since nodes do not report it.
 */
export function followMarkets<Key>(
  feed: Feed<Key>,
  filter: Parameters<typeof marketBytes>[0],
  { decode, toKey }: MarketDecoder<Key>,
  listener: (change: MarketsChangeOf<Key>) => void,
  options: FollowOptions = {},
): Unsubscribe {
  type Fetched = MarketOf<Key> & { address: Key }
  // A node reports no market that leaves the filter, and the status is the one field that changes.
  const { status, ...lasting } = filter
  const filters: Memcmp[] = marketBytes(lasting)
  const accounts = new Accounts()
  const markets = new Map<string, Fetched>()
  let isFirst = true
  let isEnded = false

  const take = (news: readonly [string, Uint8Array | null][], slot: number, isRead: boolean) => {
    const changed: Fetched[] = []
    const removed: Fetched[] = []
    for (const [key, account] of news) {
      const data = accounts.take(key, account, slot)
      if (data === undefined) continue
      const known = markets.get(key)
      const market = data && { ...decode(data), address: toKey(key) }
      if (market && matches(market.status, status)) {
        markets.set(key, market)
        changed.push(market)
      } else if (known) {
        markets.delete(key)
        removed.push(market ?? known)
      }
    }
    // Before the first read the list is not complete.
    if (isEnded || (isFirst && !isRead)) return
    const all = isFirst ? [...markets.values()] : changed
    if (isFirst || all.length > 0 || removed.length > 0) listener({ markets, changed: all, removed, slot })
    isFirst = false
  }

  const end = followReads(
    (refresh) =>
      feed.watchAccounts(
        filters,
        (key, data, slot) => {
          if (accounts.isOld(key, slot)) refresh()
          else attempt(() => take([[key, data]], slot, false), options.onError)
        },
        refresh,
      ),
    async () => {
      const before = accounts.existing()
      const { accounts: found, slot } = await feed.readAccounts(filters)
      const names = new Set(found.map(([key]) => key))
      const gone = before.filter((key) => !names.has(key)).map((key) => [key, null] as [string, null])
      take([...found, ...gone], slot, true)
    },
    options,
  )
  return () => {
    isEnded = true
    return end()
  }
}

function matches(status: MarketStatus, wanted: MarketStatus | undefined): boolean {
  return wanted === undefined || status === wanted
}
