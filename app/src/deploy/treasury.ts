import {
  createAssociatedTokenAccountIdempotentInstruction,
  getAssociatedTokenAddressSync,
} from '@solana/spl-token'
import { type Connection, type Keypair, SystemProgram, type TransactionInstruction } from '@solana/web3.js'
import type { PlannedConfig, PlannedStep } from './config.ts'

/**
 * Plans a treasury that can be paid: a wallet that is left below the rent-exempt minimum cannot receive the
 * first small fee in SOL, and fees in UTILITY go to its associated token account.
 */
export async function planTreasury(
  { connection, deployer }: { connection: Connection; deployer: Keypair },
  { settings, utilityMint, ...config }: PlannedConfig,
): Promise<PlannedStep> {
  const { treasury } = settings
  const { tokenProgram } = config
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
  const text = `${treasury.toBase58()}; its token account ${tokens.toBase58()}`
  const step = { name: 'treasury', changed: instructions.length > 0, text } as const
  return instructions.length > 0 ? { step, batch: { instructions } } : { step }
}
