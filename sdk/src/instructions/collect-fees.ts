import type { PublicKey, TransactionInstruction } from '@solana/web3.js'
import { requireAddress } from '../input.ts'
import { findConfig, findEscrow, findFeeVault } from '../pda.ts'
import { PROGRAM_ID } from '../program.ts'
import { buildInstruction } from './build.ts'
import { type CurrencyInput, requireCurrency, tokenAccount } from './currency.ts'

/** The fees of a decided market. */
export interface CollectFeesInput extends CurrencyInput {
  market: PublicKey
  /** The treasury of the configuration. */
  treasury: PublicKey
}

/** Burns the burn share, or pays it to the fee vault in SOL, and pays the treasury. Anyone can, once. */
export function collectFees(
  input: CollectFeesInput,
  programId: PublicKey = PROGRAM_ID,
): TransactionInstruction {
  const market = requireAddress('market', input.market)
  const treasury = requireAddress('treasury', input.treasury)
  const currency = requireCurrency(input)
  return buildInstruction(
    'collectFees',
    {
      accounts: {
        config: findConfig(programId),
        market,
        escrow: findEscrow(market, programId),
        feeVault: findFeeVault(programId),
        treasury,
        treasuryToken: tokenAccount(currency, treasury, 'treasuryToken'),
        ...currency,
      },
    },
    programId,
  )
}
