import type { AccountMeta, PublicKey, TransactionInstruction } from '@solana/web3.js'
import { InvalidInputError } from '../errors.ts'
import { requireAddress } from '../input.ts'
import { findEscrow, findPosition } from '../pda.ts'
import { PROGRAM_ID } from '../program.ts'
import { buildInstruction, writable } from './build.ts'
import { type CurrencyInput, requireCurrency, tokenAccount } from './currency.ts'

/** A batch of payouts. */
export interface SettlePositionsInput extends CurrencyInput {
  market: PublicKey
  /**
   * The positions to pay; how many fit depends on the size of the transaction. The address is derived from the owner
   * unless it is given.
   */
  positions: ReadonlyArray<{ owner: PublicKey; address?: PublicKey | undefined }>
}

/**
 * Pays positions of a decided market to their owners' wallets, in UTILITY to their associated accounts, and closes
 * them. Anyone can. A position that cannot be paid now, or has been paid, is skipped.
 */
export function settlePositions(
  input: SettlePositionsInput,
  programId: PublicKey = PROGRAM_ID,
): TransactionInstruction {
  const market = requireAddress('market', input.market)
  const currency = requireCurrency(input)
  if (!Array.isArray(input.positions) || input.positions.length === 0) {
    throw new InvalidInputError('positions', 'must name at least one owner')
  }
  const groups = input.positions.flatMap((position, index): AccountMeta[] => {
    const field = `positions[${index}].owner`
    const owner = requireAddress(field, position?.owner)
    const address = position.address ?? findPosition(market, owner, programId)
    const token = tokenAccount(currency, owner, field)
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
