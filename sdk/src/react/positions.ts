import { useCallback } from 'react'
import { followReads } from '../core/follow/accounts.ts'
import type { Holding, TransactionEvents } from '../web3/client.ts'
import { type AddressInput, requireAddress } from '../web3/input.ts'
import { usePredictionMarket } from './context.ts'
import { type Loadable, type Start, useFollowed } from './loadable.ts'

/**
 * The open positions of a wallet with markets, questions and values. Read again when an event is about the wallet or
 * one of its markets. None for `null`, a wallet that is not connected.
 */
export function usePositions(wallet: AddressInput | null): Loadable<Holding[]> {
  const client = usePredictionMarket()
  const owner = wallet === null ? null : requireAddress('wallet', wallet).toBase58()
  const start = useCallback<Start<Holding[]>>(
    (take, fail) => {
      if (owner === null) {
        take([])
        return async () => {}
      }
      const keys = new Set([owner])
      const read = async () => {
        const holdings = await client.positions(owner)
        for (const { market } of holdings) keys.add(market.address.toBase58())
        take(holdings)
      }
      const subscribe = (refresh: () => void) =>
        client.onEvents((seen) => {
          if (seen.isTruncated || concerns(seen, keys)) refresh()
        })
      return followReads(subscribe, read, { onError: fail })
    },
    [client, owner],
  )
  return useFollowed(start)
}

/** Whether an event is about one of these markets or owners. */
function concerns({ events }: TransactionEvents, keys: ReadonlySet<string>): boolean {
  return events.some(
    ({ data }) =>
      ('market' in data && keys.has(data.market.toBase58())) ||
      ('owner' in data && keys.has(data.owner.toBase58())),
  )
}
