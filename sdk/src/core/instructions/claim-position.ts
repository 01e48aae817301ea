// Builds `claim_position`: an owner is paid their own position.

import { findEscrow, findPosition } from '../addresses.ts'
import type { AddressInput, Codec, Library } from '../wire.ts'
import { buildInstruction } from './build.ts'
import { type CurrencyInput, requireCurrency, tokenAccount } from './currency.ts'

/** The position to claim. */
export interface ClaimPositionInput<L extends Library> extends CurrencyInput<L> {
  /** Signs and is paid. */
  owner: AddressInput<L>
  market: AddressInput<L>
  /** Any token account of the owner, for a payout in UTILITY; the associated one by default. */
  ownerToken?: AddressInput<L> | undefined
}

/** The owner settles their own position. */
export function claimPosition<L extends Library>(
  codec: Codec<L>,
  input: ClaimPositionInput<L>,
): L['Instruction'] {
  const owner = codec.address('owner', input.owner)
  const market = codec.address('market', input.market)
  const currency = requireCurrency(codec, input)
  return buildInstruction(codec, 'claimPosition', {
    accounts: {
      owner,
      market,
      escrow: findEscrow(codec, market),
      position: findPosition(codec, market, owner),
      ownerToken: tokenAccount(codec, currency, owner, 'ownerToken', input.ownerToken),
      ...currency,
    },
  })
}
