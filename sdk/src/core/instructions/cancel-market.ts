// Builds `cancel_market`: the creator cancels a market without stakes.

import type { TransactionInstruction } from '@solana/web3.js'
import { type AddressInput, requireAddress } from '../../web3/input.ts'
import { findEscrow, findQuestion } from '../../web3/pda.ts'
import { PROGRAM_ID } from '../../web3/program-id.ts'
import { buildInstruction } from './build.ts'
import { type CurrencyInput, requireCurrency } from './currency.ts'

/** A market that nobody has staked on. */
export interface CancelMarketInput extends CurrencyInput {
  market: AddressInput
  /** Opened the market. Signs, and gets its rent back. */
  creator: AddressInput
}

/** Cancels a market without stakes. Refused until its nonce can no longer be used again; see `closableAt`. */
export function cancelMarket(
  input: CancelMarketInput,
  programId: AddressInput = PROGRAM_ID,
): TransactionInstruction {
  const market = requireAddress('market', input.market)
  const { mint, tokenProgram } = requireCurrency(input)
  return buildInstruction(
    'cancelMarket',
    {
      accounts: {
        creator: requireAddress('creator', input.creator),
        market,
        question: findQuestion(market, programId),
        escrow: findEscrow(market, programId),
        mint,
        tokenProgram,
      },
    },
    programId,
  )
}
