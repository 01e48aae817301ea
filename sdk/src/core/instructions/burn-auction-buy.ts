// Builds `burn_auction_buy`: a purchase in the burn auction.

import type { TransactionInstruction } from '@solana/web3.js'
import { type AddressInput, requireAddress, requireU64 } from '../../web3/input.ts'
import { findConfig, findFeeVault } from '../../web3/pda.ts'
import { PROGRAM_ID } from '../../web3/program-id.ts'
import { buildInstruction } from './build.ts'
import { requireToken, tokenAccountOf } from './currency.ts'

/** A purchase in the burn auction. */
export interface BurnAuctionBuyInput {
  /** Pays the tokens, which are burned, and receives the SOL. */
  buyer: AddressInput
  /** Lamports to buy: at least 0.01 SOL or all that is left, at most one lot. */
  lamports: bigint
  /** Refused if it costs more than this, in base units of the utility token. */
  maxTokens: bigint
  /** The mint of UTILITY. */
  mint: AddressInput
  /** The program of that mint: Token by default, or Token-2022. */
  tokenProgram?: AddressInput | undefined
  /** The buyer's tokens; the associated account by default. */
  buyerToken?: AddressInput | undefined
}

/** Buys SOL of the fee vault with utility tokens, which are burned. Anyone can, at the current price. */
export function burnAuctionBuy(
  input: BurnAuctionBuyInput,
  programId: AddressInput = PROGRAM_ID,
): TransactionInstruction {
  const buyer = requireAddress('buyer', input.buyer)
  const token = requireToken(input)
  return buildInstruction(
    'burnAuctionBuy',
    {
      accounts: {
        buyer,
        config: findConfig(programId),
        feeVault: findFeeVault(programId),
        buyerToken: tokenAccountOf(token, buyer, 'buyerToken', input.buyerToken),
        ...token,
      },
      args: {
        lamports: requireU64('lamports', input.lamports, 1n),
        maxTokens: requireU64('maxTokens', input.maxTokens),
      },
    },
    programId,
  )
}
