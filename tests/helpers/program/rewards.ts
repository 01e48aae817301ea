// Markets for tests of late stakes, and what a keeper's steps earn.

import type { Condition } from '@prediction-market/sdk'
import { Keypair, type PublicKey, type Signer, type TransactionInstruction } from '@solana/web3.js'
import { lamportsOf } from './balances.ts'
import { payoutsBy, settlement } from './market.ts'
import { PRICE_250, priceFor, resolution } from './price.ts'
import {
  bet,
  fund,
  type GivenMarket,
  givenBet,
  givenMarket,
  givenWallet,
  type MarketOptions,
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

/** What steps earn by default, in lamports. */
export const REWARDS = { decideReward: 300_000n, settleReward: 5_000n }

/** A keeper that takes the steps of a market; another wallet pays the network fees. */
export interface Worker {
  key: Keypair
  address: PublicKey
  /** Runs instructions in one transaction, and returns the worker's gain. */
  earn(instructions: TransactionInstruction | TransactionInstruction[], signers?: Signer[]): Promise<bigint>
}

/** A worker with `lamports`. */
export function givenWorker(world: World, lamports = SOL): Worker {
  const key = Keypair.generate()
  const address = key.publicKey
  if (lamports > 0n) fund(world.chain, address, lamports)
  return {
    key,
    address,
    async earn(instructions, signers = []) {
      const before = await lamportsOf(world.chain, address)
      await succeed(world, [instructions].flat(), [key, ...signers])
      return (await lamportsOf(world.chain, address)) - before
    },
  }
}

/** Lets three periods pass, and places the smallest bet: earlier stakes leave the market's record of recent ones. */
export async function ageStakes(world: World, market: GivenMarket): Promise<void> {
  const { minimumStakeSol, minimumStakeUtility } = world.settings
  await world.chain.warpTo((await world.chain.now()) + 3n * PERIOD)
  await givenBet(world, market, 'Yes', market.currency ? minimumStakeUtility : minimumStakeSol)
}

/** A market whose steps `worker` takes, with the default decide reward. */
export async function givenPaid(
  world: World,
  worker: Worker,
  options: MarketOptions = {},
): Promise<GivenMarket> {
  const market = await givenMarket(world, { decideReward: REWARDS.decideReward, ...options })
  return { ...market, keeper: worker.address }
}
