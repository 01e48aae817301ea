import { type AccountInfo, PublicKey } from '@solana/web3.js'
import { decodeMarket, type Market } from '../../accounts/decode.ts'
import { type MarketFilter, marketFilters } from '../../accounts/filters.ts'
import type { Fetched } from '../market-ref.ts'
import { Accounts, attempt, type FollowOptions, followReads } from './account.ts'
import type { SubscriptionInput, Unsubscribe } from './subscriptions.ts'

/** The markets that match a filter, and what has changed about them. */
export interface MarketsChange {
  /** All of them, by address in base58. The same map every time. */
  markets: ReadonlyMap<string, Fetched<Market>>
  /** Those that are new or have changed; all of them in the first call. */
  changed: Fetched<Market>[]
  /** Those that have been closed, or no longer match. */
  removed: Fetched<Market>[]
  slot: number
}

/**
 * Follows the markets that match a filter: calls the listener with all of them, then with every change. A market that
 * is closed is noticed with the next read, since nodes do not report it.
 */
export function followMarkets(
  { connection, programId, commitment }: SubscriptionInput,
  filter: MarketFilter,
  listener: (change: MarketsChange) => void,
  options: FollowOptions = {},
): Unsubscribe {
  // A node reports no market that leaves the filter, and the status is the one field that changes.
  const { status, ...lasting } = filter
  const filters = marketFilters(lasting)
  const accounts = new Accounts(programId)
  const markets = new Map<string, Fetched<Market>>()
  let isFirst = true
  let isEnded = false

  const take = (news: readonly [string, AccountInfo<Uint8Array> | null][], slot: number, isRead: boolean) => {
    const changed: Fetched<Market>[] = []
    const removed: Fetched<Market>[] = []
    for (const [key, account] of news) {
      const data = accounts.take(key, account, slot)
      if (data === undefined) continue
      const known = markets.get(key)
      const market = data && { ...decodeMarket(data), address: new PublicKey(key) }
      if (market && (status === undefined || market.status === status)) {
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
    connection,
    {
      subscribe: (refresh) =>
        connection.onProgramAccountChange(
          programId,
          ({ accountId, accountInfo }, { slot }) => {
            const key = accountId.toBase58()
            if (accounts.isOld(key, slot)) refresh()
            else attempt(() => take([[key, accountInfo]], slot, false), options.onError)
          },
          { commitment, filters },
        ),
      unsubscribe: (id) => connection.removeProgramAccountChangeListener(id),
      async read() {
        const before = accounts.existing()
        const { value, context } = await connection.getProgramAccounts(programId, {
          commitment,
          filters,
          withContext: true,
        })
        const found = new Map(value.map(({ pubkey, account }) => [pubkey.toBase58(), account]))
        const gone = before.filter((key) => !found.has(key)).map((key) => [key, null] as [string, null])
        take([...found, ...gone], context.slot, true)
      },
    },
    options,
  )
  return () => {
    isEnded = true
    return end()
  }
}
