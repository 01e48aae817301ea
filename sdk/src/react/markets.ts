// The hooks that read markets and positions and keep them current.

import { useCallback } from 'react'
import { marketAddress } from '../core/client/reader.ts'
import { followReads } from '../core/follow/accounts.ts'
import type { Holding, ListedMarket, MarketFilter, MarketRef, TransactionEvents } from '../web3/client.ts'
import { codecOf } from '../web3/codec.ts'
import { type AddressInput, requireAddress } from '../web3/input.ts'
import { type Loadable, type Start, useFollowed, usePredictionMarket } from './context.ts'

/** A market with its question, kept current by subscription; `null` if it does not exist or is closed. */
export function useMarket(market: MarketRef): Loadable<ListedMarket | null> {
  const client = usePredictionMarket()
  const address = marketAddress(codecOf(), market).toBase58()
  const start = useCallback<Start<ListedMarket | null>>(
    (take, fail) => {
      let asked: Promise<string | null> | undefined
      const show = async (found: Omit<ListedMarket, 'question'> | null) => {
        if (found) asked ??= client.markets.question(address)
        const question = (await asked) ?? null
        take(found && { ...found, question })
      }
      return client.markets.follow(address, (found) => void show(found).catch(fail), { onError: fail })
    },
    [client, address],
  )
  return useFollowed(start)
}

/** The markets that match a filter with their questions, kept current; those that expire first at the top. */
export function useMarkets(filter: MarketFilter = {}): Loadable<ListedMarket[]> {
  const client = usePredictionMarket()
  // A filter is often a new object with the same content. Addresses become text.
  const wanted = JSON.stringify(filter)
  const start = useCallback<Start<ListedMarket[]>>(
    (take, fail) => {
      const questions = new Map<string, string>()
      type Markets = ReadonlyMap<string, Omit<ListedMarket, 'question'>>
      const show = async (markets: Markets) => {
        const unknown = [...markets.keys()].filter((key) => !questions.has(key))
        const found = unknown.length > 0 ? await client.markets.questions(unknown) : []
        for (const [key, text] of found) questions.set(key, text)
        const listed = [...markets].map(([key, market]) => ({
          ...market,
          question: questions.get(key) ?? null,
        }))
        take(listed.sort((one, other) => Number(one.expireAt - other.expireAt)))
      }
      const listen = ({ markets }: { markets: Markets }) => void show(markets).catch(fail)
      return client.markets.followAll(JSON.parse(wanted), listen, { onError: fail })
    },
    [client, wanted],
  )
  return useFollowed(start)
}

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
