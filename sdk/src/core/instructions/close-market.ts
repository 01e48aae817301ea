// Builds `close_market`: closes a market that owes nobody anything.

import { findEscrow, findFeeVault, findQuestion } from '../addresses.ts'
import type { AddressInput, Codec, Library } from '../wire.ts'
import { buildInstruction } from './build.ts'
import { type CurrencyInput, requireCurrency } from './currency.ts'

/** A market that owes nobody anything. */
export interface CloseMarketInput<L extends Library> extends CurrencyInput<L> {
  /** Signs, and earns the reward. Anyone can. */
  keeper: AddressInput<L>
  market: AddressInput<L>
  /** Opened the market; gets back its rent and the unearned rewards. */
  creator: AddressInput<L>
}

/** Closes a market after its last position is settled and its fees are collected. Anyone can, and earns a reward. */
export function closeMarket<L extends Library>(
  codec: Codec<L>,
  input: CloseMarketInput<L>,
): L['Instruction'] {
  const market = codec.address('market', input.market)
  return buildInstruction(codec, 'closeMarket', {
    accounts: {
      keeper: codec.address('keeper', input.keeper),
      market,
      creator: codec.address('creator', input.creator),
      question: findQuestion(codec, market),
      escrow: findEscrow(codec, market),
      feeVault: findFeeVault(codec),
      ...requireCurrency(codec, input),
    },
  })
}
