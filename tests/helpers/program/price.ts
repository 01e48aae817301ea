import { resolveMarket } from '@prediction-market/sdk'
import type { PublicKey, TransactionInstruction } from '@solana/web3.js'
import { type PriceUpdate, postPrice } from '../oracle/pyth.ts'
import { FEED, type GivenMarket, type World } from './world.ts'

/** 250 dollars, as feeds write them. */
export const PRICE_250 = 25_000_000_000n

/** Posts a price of the markets' feed, 250 dollars at the expiry of `market` unless told otherwise. */
export function priceFor(
  { chain }: World,
  market: GivenMarket,
  update: Partial<PriceUpdate> = {},
): PublicKey {
  return postPrice(chain, { feed: FEED, price: PRICE_250, publishTime: market.expireAt, ...update })
}

/** The decision of a market by this evidence. */
export function resolution(market: GivenMarket, ...evidence: PublicKey[]): TransactionInstruction {
  return resolveMarket({ market: market.address, evidence })
}
