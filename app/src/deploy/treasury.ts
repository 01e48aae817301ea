import {
  createAssociatedTokenAccountIdempotentInstruction,
  getAssociatedTokenAddressSync,
} from '@solana/spl-token'
import { SystemProgram, type TransactionInstruction } from '@solana/web3.js'
import type { PlannedConfig } from './config.ts'
import type { PlannedStep, SetUpInput } from './types.ts'

/**
 * Plans a treasury that can receive fees. Fees in SOL need a wallet with the rent-exempt minimum, fees in
 * UTILITY its associated token account.
 */
export async function planTreasury(
  { connection, deployer }: Pick<SetUpInput, 'connection' | 'deployer'>,
  { settings, utilityMint, tokenProgram }: PlannedConfig,
): Promise<PlannedStep> {
  const { treasury } = settings
  const payer = deployer.publicKey
  const tokens = getAssociatedTokenAddressSync(utilityMint, treasury, true, tokenProgram)
  const [wallet, tokenAccount] = await connection.getMultipleAccountsInfo([treasury, tokens], 'confirmed')
  const minimum = await connection.getMinimumBalanceForRentExemption(wallet?.data.length ?? 0)
  const missing = minimum - (wallet?.lamports ?? 0)

  const instructions: TransactionInstruction[] = []
  if (missing > 0) {
    instructions.push(SystemProgram.transfer({ fromPubkey: payer, toPubkey: treasury, lamports: missing }))
  }
  if (!tokenAccount) {
    instructions.push(
      createAssociatedTokenAccountIdempotentInstruction(payer, tokens, treasury, utilityMint, tokenProgram),
    )
  }
  const changed = instructions.length > 0
  const text = `${treasury.toBase58()}; token account ${tokens.toBase58()}`
  return { step: { name: 'treasury', changed, text }, ...(changed && { batch: { instructions } }) }
}
