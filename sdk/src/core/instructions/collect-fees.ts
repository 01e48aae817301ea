// Builds `collect_fees`: collects the fees of a decided market.

import { findConfig, findEscrow, findFeeVault } from '../addresses.ts'
import type { AddressInput, Codec, Library } from '../wire.ts'
import { buildInstruction } from './build.ts'
import { associatedOf, type CurrencyInput, requireCurrency } from './currency.ts'

/** The fees of a decided market. */
export interface CollectFeesInput<L extends Library> extends CurrencyInput<L> {
  market: AddressInput<L>
  /** The treasury of the configuration. */
  treasury: AddressInput<L>
}

/**
 * Burns the burn share, or moves it to the fee vault, and pays the developer share to the treasury. Anyone can, each
 * share once. While the treasury cannot be paid, its share stays; from 30 days after the decision on it is treated like
 * the burn share.
 */
export function collectFees<L extends Library>(
  codec: Codec<L>,
  input: CollectFeesInput<L>,
): L['Instruction'] {
  const market = codec.address('market', input.market)
  const treasury = codec.address('treasury', input.treasury)
  const currency = requireCurrency(codec, input)
  const [treasuryToken, treasuryTokenBump] = associatedOf(codec, currency, treasury)
  return buildInstruction(codec, 'collectFees', {
    accounts: {
      config: findConfig(codec),
      market,
      escrow: findEscrow(codec, market),
      feeVault: findFeeVault(codec),
      treasury,
      treasuryToken,
      ...currency,
    },
    args: { treasuryTokenBump },
  })
}
