import type { AccountMeta, TransactionInstruction } from '@solana/web3.js'
import { InvalidInputError } from '../errors.ts'
import { type AddressInput, requireAddress } from '../input.ts'
import { findEscrow, findPosition } from '../pda.ts'
import { PROGRAM_ID } from '../program.ts'
import { buildInstruction, writable } from './build.ts'
import { type CurrencyInput, requireCurrency, tokenAccount } from './currency.ts'

/** A batch of payouts. */
export interface SettlePositionsInput extends CurrencyInput {
  market: AddressInput
  /**
   * Whose positions; how many fit is a matter of the transaction's size. The address of a position follows
   * from its owner; where it is known, as in a position that was fetched, it need not be derived. `ownerToken` is
   * where UTILITY is paid to: the owner's associated account by default, and any token account of theirs from 30
   * days after the decision on (`ANY_ACCOUNT_DELAY`).
   */
  positions: ReadonlyArray<{
    owner: AddressInput
    address?: AddressInput | undefined
    ownerToken?: AddressInput | undefined
  }>
}

/**
 * Pays positions of a decided market to their owners' wallets, in UTILITY to their associated accounts,
 * and closes them. Anyone can. Positions that cannot be paid now, or have been, are skipped.
 */
export function settlePositions(
  input: SettlePositionsInput,
  programId: AddressInput = PROGRAM_ID,
): TransactionInstruction {
  const market = requireAddress('market', input.market)
  const currency = requireCurrency(input)
  if (!Array.isArray(input.positions) || input.positions.length === 0) {
    throw new InvalidInputError('positions', 'must name at least one owner')
  }
  const groups = input.positions.flatMap((position, index): AccountMeta[] => {
    const field = `positions[${index}].owner`
    const owner = requireAddress(field, position?.owner)
    const address = position.address
      ? requireAddress(`positions[${index}].address`, position.address)
      : findPosition(market, owner, programId)
    const token = tokenAccount(currency, owner, `positions[${index}].ownerToken`, position.ownerToken)
    return [address, owner, ...(token ? [token] : [])].map(writable)
  })
  return buildInstruction(
    'settlePositions',
    {
      accounts: { market, escrow: findEscrow(market, programId), ...currency },
      remaining: groups,
    },
    programId,
  )
}
