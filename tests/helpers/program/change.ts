// Markets about a change, for the program tests.

import type { ConditionOf } from '@prediction-market/sdk/condition'
import type { PublicKey } from '@solana/web3.js'
import type { PriceUpdate } from '../oracle/pyth.ts'
import { priceFor } from './price.ts'
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
