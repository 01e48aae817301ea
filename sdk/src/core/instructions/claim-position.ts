// Builds `claim_position`: an owner is paid their own position.

import type { TransactionInstruction } from '@solana/web3.js'
import { type AddressInput, requireAddress } from '../../web3/input.ts'
import { findEscrow, findPosition } from '../../web3/pda.ts'
import { PROGRAM_ID } from '../../web3/program-id.ts'
import { buildInstruction } from './build.ts'
import { type CurrencyInput, requireCurrency, tokenAccount } from './currency.ts'

/** The position to claim. */
export interface ClaimPositionInput extends CurrencyInput {
  /** Signs and is paid. */
  owner: AddressInput
  market: AddressInput
  /** Any token account of the owner, for a payout in UTILITY; the associated one by default. */
  ownerToken?: AddressInput | undefined
}

/** The owner settles their own position. */
export function claimPosition(
  input: ClaimPositionInput,
  programId: AddressInput = PROGRAM_ID,
): TransactionInstruction {
  const owner = requireAddress('owner', input.owner)
  const market = requireAddress('market', input.market)
  const currency = requireCurrency(input)
  return buildInstruction(
    'claimPosition',
    {
      accounts: {
        owner,
        market,
        escrow: findEscrow(market, programId),
        position: findPosition(market, owner, programId),
        ownerToken: tokenAccount(currency, owner, 'ownerToken', input.ownerToken),
        ...currency,
      },
    },
    programId,
  )
}
