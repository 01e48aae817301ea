// Markets for tests of late stakes.

import type { Condition } from '@prediction-market/sdk'
import type { Keypair, PublicKey } from '@solana/web3.js'
import { payoutsBy, settlement } from './market.ts'
import { PRICE_250, priceFor, resolution } from './price.ts'
import {
  bet,
  type GivenMarket,
  givenMarket,
  givenWallet,
  PRICE_AT_EXPIRY,
  SOL,
  succeed,
  type World,
} from './world.ts'

/** Yes as soon as the price is at least 250 dollars. */
export const TOUCH: Condition = { ...PRICE_AT_EXPIRY, timing: 'byExpiry' }

/** The length of a betting period of a market of an hour about a price, in seconds. */
export const PERIOD = 56n

/** A market of an hour, a bettor with 1 SOL on Yes and one with 100 SOL on No. */
export interface Lopsided extends GivenMarket {
  honest: Keypair
  loser: Keypair
}

/** Opens such a market; both bets are of its first second. */
export async function givenLopsided(world: World, condition = TOUCH): Promise<Lopsided> {
  const market = await givenMarket(world, { condition })
  const [honest, loser] = [givenWallet(world), givenWallet(world)]
  await succeed(world, [bet(market, honest.publicKey, 'Yes', SOL)], [honest])
  await succeed(world, [bet(market, loser.publicKey, 'No', 100n * SOL)], [loser])
  return { ...market, honest, loser }
}

/** The instruction that decides a market Yes by a price that was published at a second. */
export function crossing(world: World, market: GivenMarket, publishTime: bigint) {
  return resolution(market, priceFor(world, market, { price: PRICE_250, publishTime }))
}

/** What settling these owners pays each of them, in lamports without the rent. */
export function settled(world: World, market: GivenMarket, owners: readonly Keypair[]): Promise<bigint[]> {
  const keys: PublicKey[] = owners.map(({ publicKey }) => publicKey)
  return payoutsBy(world, market, keys, () => succeed(world, [settlement(market, keys)]))
}
