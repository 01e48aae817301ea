// References to markets: by address, by id, or as they were fetched.

import type { PublicKey } from '@solana/web3.js'
import { type AddressInput, requireAddress } from '../../web3/input.ts'
import { fromMarketId, MARKET_ID_PREFIX } from '../../web3/market-id.ts'
import type { Market } from '../accounts/decode.ts'

/** An account and its address. */
export type Fetched<T> = T & { address: PublicKey }

/** A market by address, by id (`market_…`), or as it was fetched before, which saves a call. */
export type MarketRef = AddressInput | Fetched<Market>

/** The address of a market reference. */
export function marketAddress(market: MarketRef): PublicKey {
  if (typeof market === 'string' && market.startsWith(MARKET_ID_PREFIX)) return fromMarketId(market, 'market')
  return requireAddress('market', isFetched(market) ? market.address : market)
}

/** Whether a market is given as fetched. */
export function isFetched(market: MarketRef): market is Fetched<Market> {
  return typeof market === 'object' && market !== null && 'condition' in market
}
