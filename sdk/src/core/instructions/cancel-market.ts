// Builds `cancel_market`: the creator cancels a market without stakes.

import { findEscrow, findQuestion } from '../addresses.ts'
import type { AddressInput, Codec, Library } from '../wire.ts'
import { buildInstruction } from './build.ts'
import { type CurrencyInput, requireCurrency } from './currency.ts'

/** A market that nobody has staked on. */
export interface CancelMarketInput<L extends Library> extends CurrencyInput<L> {
  market: AddressInput<L>
  /** Opened the market. Signs, and gets its rent back. */
  creator: AddressInput<L>
}

/** Cancels a market without stakes. Refused until its nonce can no longer be used again; see `closableAt`. */
export function cancelMarket<L extends Library>(
  codec: Codec<L>,
  input: CancelMarketInput<L>,
): L['Instruction'] {
  const market = codec.address('market', input.market)
  const { mint, tokenProgram } = requireCurrency(codec, input)
  return buildInstruction(codec, 'cancelMarket', {
    accounts: {
      creator: codec.address('creator', input.creator),
      market,
      question: findQuestion(codec, market),
      escrow: findEscrow(codec, market),
      mint,
      tokenProgram,
    },
  })
}
