// Prices and decisions of the program tests.

import { resolveMarket } from '@prediction-market/sdk/instructions'
import type { PublicKey, TransactionInstruction } from '@solana/web3.js'
import { type PriceUpdate, postPrice } from '../oracle/pyth.ts'
import { FEED, type GivenMarket, type World } from './world.ts'

/** 250 dollars with the exponent of the feed, -8. */
export const PRICE_250 = 25_000_000_000n

/** Posts a price of the markets' feed: 250 dollars at the expiry of `market` by default. */
export function priceFor(
  { chain }: World,
  market: GivenMarket,
  update: Partial<PriceUpdate> = {},
): PublicKey {
  return postPrice(chain, { feed: FEED, price: PRICE_250, publishTime: market.expireAt, ...update })
}

/** The instruction that decides a market with this evidence. */
export function resolution(market: GivenMarket, ...evidence: PublicKey[]): TransactionInstruction {
  return resolveMarket({ keeper: market.keeper, market: market.address, evidence })
}
