// Prices and decisions of the program tests, and markets about a change.

import type { ConditionOf } from '@prediction-market/sdk/condition'
import { resolveMarket } from '@prediction-market/sdk/instructions'
import type { PublicKey, TransactionInstruction } from '@solana/web3.js'
import { type PriceUpdate, postPrice } from '../oracle/pyth.ts'
import {
  FEED,
  type GivenMarket,
  givenBet,
  givenMarket,
  type MarketOptions,
  SOL,
  type World,
} from './world.ts'

/** Seconds from the creation of such a market to its reference price, and from that to its expiry. */
const BEFORE = 300n
const MEASURED = 300n

/** A market about a change of the feed's price: from the reference second to the expiry. */
export interface GivenChange extends GivenMarket {
  referenceAt: bigint
  condition: ConditionOf<'change'>
}

export interface ChangeOptions extends Omit<MarketOptions, 'condition' | 'duration'> {
  comparison?: ConditionOf<'change'>['comparison']
  bps?: number
  /** Seconds from the reference to the expiry. */
  measured?: bigint
}

/** Opens a market about a change, upwards by default. */
export async function givenChange(world: World, options: ChangeOptions = {}): Promise<GivenChange> {
  const { comparison = 'above', bps = 0, measured = MEASURED, ...others } = options
  const referenceAt = (await world.chain.now()) + BEFORE
  const condition = { type: 'change', feed: FEED, referenceAt, comparison, bps, timing: 'atExpiry' } as const
  const market = await givenMarket(world, { ...others, condition, duration: BEFORE + measured })
  return { ...market, condition, referenceAt }
}

/** The same with stakes on both sides: five SOL on Yes and two on No. */
export async function givenStakedChange(world: World, options: ChangeOptions = {}): Promise<GivenChange> {
  const market = await givenChange(world, options)
  await givenBet(world, market, 'Yes', 5n * SOL)
  await givenBet(world, market, 'No', 2n * SOL)
  return market
}

/** Posts the reference price of a change: 250 dollars by default. */
export function referenceFor(
  world: World,
  market: GivenChange,
  update: Partial<PriceUpdate> = {},
): PublicKey {
  return priceFor(world, market, { publishTime: market.referenceAt, ...update })
}

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
