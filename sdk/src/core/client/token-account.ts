import type { PublicKey, TransactionInstruction } from '@solana/web3.js'
import { type Currency, createTokenAccount } from '../instructions/currency.ts'

/** Creates the associated token account of `owner` if it is missing; nothing for SOL. */
export function ensureTokenAccount(
  currency: Currency,
  owner: PublicKey,
  payer: PublicKey,
): TransactionInstruction[] {
  return currency.mint ? [createTokenAccount(currency, owner, payer)] : []
}
