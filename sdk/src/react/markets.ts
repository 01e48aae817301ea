import { useCallback } from 'react'
import { marketAddress } from '../core/client/market-ref.ts'
import type { ListedMarket, MarketFilter, MarketRef } from '../web3/client.ts'
import { codecOf } from '../web3/codec.ts'
import { usePredictionMarket } from './context.ts'
import { type Loadable, type Start, useFollowed } from './loadable.ts'

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
