// Measures what a keeper's steps earn.

import { Keypair, type PublicKey, type Signer, type TransactionInstruction } from '@solana/web3.js'
import { lamportsOf } from './balances.ts'
import { PERIOD } from './fairness.ts'
import {
  fund,
  type GivenMarket,
  givenBet,
  givenMarket,
  type MarketOptions,
  SOL,
  succeed,
  type World,
} from './world.ts'

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
