import type { PredictionMarketClient } from '@prediction-market/sdk'
import {
  createInitializeMint2Instruction,
  getMinimumBalanceForRentExemptMint,
  MINT_SIZE,
  TOKEN_PROGRAM_ID,
  unpackMint,
} from '@solana/spl-token'
import { type Keypair, PublicKey, SystemProgram, type TransactionInstruction } from '@solana/web3.js'
import type { SetUpInput, Step } from './types.ts'

/** The utility mint and the instructions that create it, if it is new. */
export interface PlannedMint {
  step: Step
  address: PublicKey
  decimals: number
  tokenProgram: PublicKey
  instructions: TransactionInstruction[]
  signers: Keypair[]
}

/**
 * Plans the utility mint.
 *
 * @throws Error if the mint does not exist or has a freeze authority
 */
export async function planMint(
  { connection, commitment }: PredictionMarketClient,
  wanted: SetUpInput['utilityMint'],
  authority: PublicKey,
): Promise<PlannedMint> {
  const address = wanted instanceof PublicKey ? wanted : wanted.key.publicKey
  const account = await connection.getAccountInfo(address, commitment)
  if (account) {
    const { decimals, freezeAuthority } = unpackMint(address, account, account.owner)
    if (freezeAuthority) {
      throw new Error(
        `${address.toBase58()} cannot be the utility mint: ${freezeAuthority.toBase58()} can freeze its accounts`,
      )
    }
    const step: Step = { name: 'mint', changed: false, text: mintText(address, decimals) }
    return { step, address, decimals, tokenProgram: account.owner, instructions: [], signers: [] }
  }
  if (wanted instanceof PublicKey) throw new Error(`There is no mint at ${address.toBase58()}`)
  const { decimals, key } = wanted
  const create = SystemProgram.createAccount({
    fromPubkey: authority,
    newAccountPubkey: address,
    lamports: await getMinimumBalanceForRentExemptMint(connection),
    space: MINT_SIZE,
    programId: TOKEN_PROGRAM_ID,
  })
  const initialize = createInitializeMint2Instruction(address, decimals, authority, null)
  const text = `${mintText(address, decimals)}; mint authority ${authority.toBase58()}`
  return {
    step: { name: 'mint', changed: true, text },
    address,
    decimals,
    tokenProgram: TOKEN_PROGRAM_ID,
    instructions: [create, initialize],
    signers: [key],
  }
}

/** A mint for people. */
export function mintText(address: PublicKey, decimals: number): string {
  return `${address.toBase58()}; ${decimals} decimals`
}
