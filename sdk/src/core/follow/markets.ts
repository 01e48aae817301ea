// Follows the markets that match a filter.

import type { MarketOf, MarketStatus } from '../accounts/shapes.ts'
import type { Fetched, Library, Memcmp, Wire } from '../wire.ts'
import * as follow from './accounts.ts'

type FetchedMarket<Key> = Fetched<MarketOf<Key>, Key>

/** The markets that match a filter, and what has changed about them. */
export interface MarketsChangeOf<Key> {
  /** All of them, by address in base58. The same map every time. */
  markets: ReadonlyMap<string, FetchedMarket<Key>>
  /** Those that are new or have changed; all of them in the first call. */
  changed: FetchedMarket<Key>[]
  /** Those that have been closed, or no longer match. */
  removed: FetchedMarket<Key>[]
  slot: number
}

/**
 * Follows the markets that match a filter: calls the listener with all of them, then with every change. A market that
 * is closed is noticed with the next read, since nodes do not report it.
 *
 * @param filters - of what never changes
 * @param status - the one field that does, and a node reports no market that leaves the filter; any if `undefined`
 */
export function followMarkets<L extends Library>(
  wire: Wire<L>,
  filters: readonly Memcmp[],
  status: MarketStatus | undefined,
  decode: (data: Uint8Array, address: string) => FetchedMarket<L['Address']>,
  listener: (change: MarketsChangeOf<L['Address']>) => void,
  options: follow.FollowOptions = {},
): follow.Unsubscribe {
  const accounts = new follow.Accounts()
  const markets = new Map<string, FetchedMarket<L['Address']>>()
  let isFirst = true
  let isEnded = false

  const take = (news: readonly [string, Uint8Array | null][], slot: number, isRead: boolean) => {
    const changed: FetchedMarket<L['Address']>[] = []
    const removed: FetchedMarket<L['Address']>[] = []
    for (const [key, account] of news) {
      const data = accounts.take(key, account, slot)
      if (data === undefined) continue
      const known = markets.get(key)
      const market = data && decode(data, key)
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

  const end = follow.followReads(
    (refresh) =>
      wire.watchAccounts(
        filters,
        (key, account, slot) => {
          if (accounts.isOld(key, slot)) refresh()
          else follow.attempt(() => take([[key, follow.dataOf(wire, account)]], slot, false), options.onError)
        },
        refresh,
      ),
    async () => {
      const before = accounts.existing()
      const { accounts: found, slot } = await wire.programAccountsAt(filters)
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
