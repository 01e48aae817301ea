// References to markets: by address, by id, or as they were fetched.

import type { MarketOf } from '../accounts/shapes.ts'
import { MARKET_ID_PREFIX, requireMarketId } from '../market-id.ts'
import type { AddressInput, Codec, Fetched, Library } from '../wire.ts'

/** A market as it was fetched. */
export type FetchedMarket<L extends Library> = Fetched<MarketOf<L['Address']>, L['Address']>

/** A market by address, by id (`market_…`), or as it was fetched before, which saves a call. */
export type MarketRefOf<L extends Library> = AddressInput<L> | FetchedMarket<L>

/** The address of a market reference. */
export function marketAddress<L extends Library>(codec: Codec<L>, market: MarketRefOf<L>): L['Address'] {
  if (isFetched(market)) return codec.address('market', market.address)
  const isId = typeof market === 'string' && market.startsWith(MARKET_ID_PREFIX)
  return isId ? requireMarketId(codec, market, 'market') : codec.address('market', market)
}

/** Whether a market is given as fetched. */
export function isFetched<L extends Library>(market: MarketRefOf<L>): market is FetchedMarket<L> {
  return typeof market === 'object' && market !== null && 'condition' in market
}
