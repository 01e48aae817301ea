// Reads and changes the configuration.

import type { Config, FeeVault } from '@prediction-market/sdk'
import {
  decodeConfig,
  decodeFeeVault,
  findConfig,
  findFeeVault,
  type Settings,
} from '@prediction-market/sdk/accounts'
import { updateConfig } from '@prediction-market/sdk/instructions'
import type { PublicKey } from '@solana/web3.js'
import { succeed, type World } from './world.ts'

type OnChain = Pick<World, 'chain'>

/** The data of an account, which must exist. */
export async function dataOf({ chain }: OnChain, address: PublicKey): Promise<Uint8Array> {
  const account = await chain.account(address)
  if (!account) throw new Error(`There is no account ${address.toBase58()}`)
  return account.data
}

export async function readConfig(world: OnChain): Promise<Config> {
  return decodeConfig(await dataOf(world, findConfig()))
}

export async function readFeeVault(world: OnChain): Promise<FeeVault> {
  return decodeFeeVault(await dataOf(world, findFeeVault()))
}

/** Changes some settings, as the admin. Existing markets keep theirs. */
export async function changeSettings(world: World, changes: Partial<Settings>): Promise<Settings> {
  const { admin } = world
  const { settings: current } = await readConfig(world)
  const settings = { ...current, ...changes }
  await succeed(world, [updateConfig({ admin: admin.publicKey, settings, pendingAdmin: null })], [admin])
  return settings
}
