import { getAssociatedTokenAddressSync, TOKEN_PROGRAM_ID } from '@solana/spl-token'
import type { PublicKey, TransactionInstruction } from '@solana/web3.js'
import { requireAddress, requireU64 } from '../input.ts'
import { findConfig, findFeeVault } from '../pda.ts'
import { PROGRAM_ID } from '../program.ts'
import { buildInstruction, toBN } from './build.ts'

/** A purchase in the burn auction. */
export interface BurnAuctionBuyInput {
  /** Pays the tokens, which are burned, and gets the SOL. */
  buyer: PublicKey
  /** Lamports to buy: at least 0.01 SOL or all that is left, at most one lot. */
  lamports: bigint
  /** Refused if it costs more than this, in base units of the utility token. */
  maxTokens: bigint
  /** The mint of UTILITY. */
  mint: PublicKey
  /** The program of that mint: Token by default, or Token-2022. */
  tokenProgram?: PublicKey | undefined
  /** The buyer's tokens; the associated account by default. */
  buyerToken?: PublicKey | undefined
}

/** Buys SOL of the fee vault with utility tokens, which are burned. Anyone can, at the price of the moment. */
export function burnAuctionBuy(
  input: BurnAuctionBuyInput,
  programId: PublicKey = PROGRAM_ID,
): TransactionInstruction {
  const buyer = requireAddress('buyer', input.buyer)
  const mint = requireAddress('mint', input.mint)
  const tokenProgram = requireAddress('tokenProgram', input.tokenProgram ?? TOKEN_PROGRAM_ID)
  const buyerToken = input.buyerToken ?? getAssociatedTokenAddressSync(mint, buyer, true, tokenProgram)
  return buildInstruction(
    'burnAuctionBuy',
    {
      accounts: {
        buyer,
        config: findConfig(programId),
        feeVault: findFeeVault(programId),
        mint,
        buyerToken: requireAddress('buyerToken', buyerToken),
        tokenProgram,
      },
      args: {
        lamports: toBN(requireU64('lamports', input.lamports, 1n)),
        maxTokens: toBN(requireU64('maxTokens', input.maxTokens)),
      },
    },
    programId,
  )
}
