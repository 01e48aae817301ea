// Builds `collect_fees`: collects the fees of a decided market.

import type { TransactionInstruction } from '@solana/web3.js'
import { type AddressInput, requireAddress } from '../../web3/input.ts'
import { findConfig, findEscrow, findFeeVault } from '../../web3/pda.ts'
import { PROGRAM_ID } from '../../web3/program-id.ts'
import { buildInstruction } from './build.ts'
import { associatedOf, type CurrencyInput, requireCurrency } from './currency.ts'

/** The fees of a decided market. */
export interface CollectFeesInput extends CurrencyInput {
  market: AddressInput
  /** The treasury of the configuration. */
  treasury: AddressInput
}

/**
 * Burns the burn share, or moves it to the fee vault, and pays the developer share to the treasury. Anyone can, each
 * share once. While the treasury cannot be paid, its share stays; from 30 days after the decision on it is treated like
 * the burn share.
 */
export function collectFees(
  input: CollectFeesInput,
  programId: AddressInput = PROGRAM_ID,
): TransactionInstruction {
  const market = requireAddress('market', input.market)
  const treasury = requireAddress('treasury', input.treasury)
  const currency = requireCurrency(input)
  const [treasuryToken, treasuryTokenBump] = associatedOf(currency, treasury)
  return buildInstruction(
    'collectFees',
    {
      accounts: {
        config: findConfig(programId),
        market,
        escrow: findEscrow(market, programId),
        feeVault: findFeeVault(programId),
        treasury,
        treasuryToken,
        ...currency,
      },
      args: { treasuryTokenBump },
    },
    programId,
  )
}
