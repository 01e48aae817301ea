// Plans the utility mint of a deployment, and checks one that exists.

import type { PredictionMarketClient } from '@prediction-market/sdk'
import {
  createInitializeMint2Instruction,
  getMinimumBalanceForRentExemptMint,
  MINT_SIZE,
  TOKEN_PROGRAM_ID,
  unpackMint,
} from '@solana/spl-token'
import { type Keypair, PublicKey, SystemProgram, type TransactionInstruction } from '@solana/web3.js'
import { joinText, type SetUpInput, type Step } from './types.ts'

type MintInput = Pick<SetUpInput, 'utilityMint' | 'deployer' | 'allowMintAuthority'>

/** The utility mint and the instructions that create it, if it is new. */
export interface PlannedMint {
  step: Step
  address: PublicKey
  decimals: number
  /** Base units. */
  supply: bigint
  tokenProgram: PublicKey
  instructions: TransactionInstruction[]
  signers: Keypair[]
}

const WITHOUT_AUTHORITY =
  'name a mint without one as UTILITY_MINT (`spl-token authorize <mint> mint --disable` removes it for good), ' +
  'or set ALLOW_MINT_AUTHORITY=1 for a test network'

/**
 * Plans the utility mint.
 *
 * @throws Error if the mint does not exist, has a freeze authority, or has a mint authority though none is allowed
 */
export async function planMint(
  { connection, commitment }: PredictionMarketClient,
  { utilityMint: wanted, deployer, allowMintAuthority }: MintInput,
): Promise<PlannedMint> {
  const authority = deployer.publicKey
  const address = wanted instanceof PublicKey ? wanted : wanted.key.publicKey
  const account = await connection.getAccountInfo(address, commitment)
  if (account) {
    const { decimals, supply, freezeAuthority, mintAuthority } = unpackMint(address, account, account.owner)
    if (freezeAuthority) {
      throw new Error(
        `${address.toBase58()} cannot be the utility mint: ${freezeAuthority.toBase58()} can freeze its accounts`,
      )
    }
    if (mintAuthority && !allowMintAuthority) {
      throw new Error(
        `${address.toBase58()} cannot be the utility mint: ${mintAuthority.toBase58()} can mint tokens and buy the ` +
          `fee vault's SOL for nothing; ${WITHOUT_AUTHORITY}`,
      )
    }
    return {
      step: { name: 'mint', changed: false, text: mintText(address, decimals, mintAuthority) },
      address,
      decimals,
      supply,
      tokenProgram: account.owner,
      instructions: [],
      signers: [],
    }
  }
  if (wanted instanceof PublicKey) throw new Error(`There is no mint at ${address.toBase58()}`)
  if (!allowMintAuthority) {
    throw new Error(
      `A new utility mint has a mint authority, ${authority.toBase58()}, who can mint tokens and buy the fee vault's ` +
        `SOL for nothing; ${WITHOUT_AUTHORITY}`,
    )
  }
  const { decimals, key } = wanted
  const create = SystemProgram.createAccount({
    fromPubkey: authority,
    newAccountPubkey: address,
    lamports: await getMinimumBalanceForRentExemptMint(connection),
    space: MINT_SIZE,
    programId: TOKEN_PROGRAM_ID,
  })
  const initialize = createInitializeMint2Instruction(address, decimals, authority, null)
  return {
    step: { name: 'mint', changed: true, text: mintText(address, decimals, authority) },
    address,
    decimals,
    supply: 0n,
    tokenProgram: TOKEN_PROGRAM_ID,
    instructions: [create, initialize],
    signers: [key],
  }
}

export function mintText(address: PublicKey, decimals: number, mintAuthority: PublicKey | null): string {
  return joinText(
    address.toBase58(),
    `${decimals} decimals`,
    mintAuthority ? `mint authority ${mintAuthority.toBase58()}` : undefined,
  )
}
