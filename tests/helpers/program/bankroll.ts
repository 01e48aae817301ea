// Bankrolls and delegates for the program tests.

import type { Amounts, Bankroll, DelegateLimits, Outcome } from '@prediction-market/sdk'
import { decodeBankroll, findBankroll } from '@prediction-market/sdk/accounts'
import {
  deposit,
  type PlaceBetFromBankrollInput,
  placeBetFromBankroll,
  setDelegate,
} from '@prediction-market/sdk/instructions'
import { getAssociatedTokenAddressSync } from '@solana/spl-token'
import { Keypair, type PublicKey, type TransactionInstruction } from '@solana/web3.js'
import { setTokenAccount } from '../oracle/tokens.ts'
import { dataOf } from './config.ts'
import { fund, type GivenMarket, givenWallet, SOL, succeed, UTILITY, type World } from './world.ts'

/** Both keys of a delegate. */
export interface DelegateKeys {
  key: Keypair
  /** Pays the network fee in production; here it only gets it back. */
  cosigner: Keypair
}

/** An owner with a bankroll. */
export interface GivenBankroll {
  owner: Keypair
  address: PublicKey
  /** Its token account of UTILITY. */
  tokens: PublicKey
}

/** Limits that no test reaches. */
export async function wideLimits({ chain }: World, change: Partial<DelegateLimits> = {}) {
  const much: Amounts = { SOL: 1_000n * SOL, UTILITY: 1_000n * UTILITY }
  const expiresAt = (await chain.now()) + 86_400n
  return { perBet: much, total: much, maxFee: 50_000n, expiresAt, ...change }
}

/** A bankroll with that many SOL and UTILITY. */
export async function givenBankroll(world: World, amount = 100n): Promise<GivenBankroll> {
  const owner = givenWallet(world, 2n * amount)
  const address = findBankroll(owner.publicKey)
  const { utility, chain } = world
  const tokens = setTokenAccount(chain, { ...utility, owner: address, amount: 0n })
  const instructions = [
    deposit({ owner: owner.publicKey, amount: amount * SOL }),
    deposit({ owner: owner.publicKey, amount: amount * UTILITY, ...utility }),
  ]
  await succeed(world, instructions, [owner])
  return { owner, address, tokens }
}

/** Names a delegate of the bankroll. */
export async function givenDelegate(
  world: World,
  { owner }: GivenBankroll,
  change: Partial<DelegateLimits> = {},
): Promise<DelegateKeys> {
  const keys = { key: Keypair.generate(), cosigner: Keypair.generate() }
  fund(world.chain, keys.cosigner.publicKey, SOL)
  await succeed(world, [naming(owner.publicKey, keys, await wideLimits(world, change))], [owner])
  return keys
}

/** Adds, changes or, without limits, removes a delegate. */
export function naming(
  owner: PublicKey,
  { key, cosigner }: DelegateKeys,
  limits: DelegateLimits | null,
): TransactionInstruction {
  return setDelegate({ owner, key: key.publicKey, cosigner: cosigner.publicKey, limits })
}

/** A bet from a bankroll: by its owner, or by a delegate. */
export function bankrollBet(
  { owner }: GivenBankroll,
  market: GivenMarket,
  outcome: Outcome,
  amount: bigint,
  change: Partial<PlaceBetFromBankrollInput> & { keys?: DelegateKeys } = {},
): TransactionInstruction {
  const { keys, ...more } = change
  const delegate = keys && { key: keys.key.publicKey, cosigner: keys.cosigner.publicKey }
  const input = { owner: owner.publicKey, market: market.address, outcome, amount, delegate }
  return placeBetFromBankroll({ ...input, ...market.currency, ...more })
}

/** The account of a bankroll. */
export async function readBankroll(world: World, { owner }: GivenBankroll): Promise<Bankroll> {
  return decodeBankroll(await dataOf(world, findBankroll(owner.publicKey)))
}

/** The owner's associated account of UTILITY. */
export function walletTokens({ utility }: World, owner: PublicKey): PublicKey {
  return getAssociatedTokenAddressSync(utility.mint, owner, true, utility.tokenProgram)
}
