// Builds `close_market`: closes a market that owes nobody anything.

import type { TransactionInstruction } from '@solana/web3.js'
import { type AddressInput, requireAddress } from '../../web3/input.ts'
import { findEscrow, findFeeVault, findQuestion } from '../../web3/pda.ts'
import { PROGRAM_ID } from '../../web3/program-id.ts'
import { buildInstruction } from './build.ts'
import { type CurrencyInput, requireCurrency } from './currency.ts'

/** A market that owes nobody anything. */
export interface CloseMarketInput extends CurrencyInput {
  /** Signs, and earns the reward. Anyone can. */
  keeper: AddressInput
  market: AddressInput
  /** Opened the market; gets back its rent and the unearned rewards. */
  creator: AddressInput
}

/** Closes a market after its last position is settled and its fees are collected. Anyone can, and earns a reward. */
export function closeMarket(
  input: CloseMarketInput,
  programId: AddressInput = PROGRAM_ID,
): TransactionInstruction {
  const market = requireAddress('market', input.market)
  return buildInstruction(
    'closeMarket',
    {
      accounts: {
        keeper: requireAddress('keeper', input.keeper),
        market,
        creator: requireAddress('creator', input.creator),
        question: findQuestion(market, programId),
        escrow: findEscrow(market, programId),
        feeVault: findFeeVault(programId),
        ...requireCurrency(input),
      },
    },
    programId,
  )
}
