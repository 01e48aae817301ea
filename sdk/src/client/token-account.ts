import { createAssociatedTokenAccountIdempotentInstruction } from '@solana/spl-token'
import type { PublicKey, TransactionInstruction } from '@solana/web3.js'
import { type Currency, tokenAccount } from '../instructions/currency.ts'

/** Creates the associated token account of `owner` if it is missing; nothing for SOL. */
export function ensureTokenAccount(
  currency: Currency,
  owner: PublicKey,
  payer: PublicKey,
): TransactionInstruction[] {
  const account = tokenAccount(currency, owner, 'owner')
  if (!account || !currency.mint) return []
  const { mint, tokenProgram } = currency
  return [createAssociatedTokenAccountIdempotentInstruction(payer, account, owner, mint, tokenProgram)]
}
