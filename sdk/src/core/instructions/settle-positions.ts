// Builds `settle_positions`: pays a batch of positions of a decided market.

import type { AccountMeta, TransactionInstruction } from '@solana/web3.js'
import { Buffer } from 'buffer'
import { type AddressInput, requireAddress } from '../../web3/input.ts'
import { findEscrow, findPosition } from '../../web3/pda.ts'
import { PROGRAM_ID } from '../../web3/program-id.ts'
import { InvalidInputError } from '../errors.ts'
import { buildInstruction, writable } from './build.ts'
import { associatedOf, type CurrencyInput, requireCurrency } from './currency.ts'

/** A batch of payouts. */
export interface SettlePositionsInput extends CurrencyInput {
  /** Signs, and earns the rewards. Anyone can. */
  keeper: AddressInput
  market: AddressInput
  /**
   * The positions to pay; the size of the transaction limits their number. The address of a position is derived from
   * its owner unless it is given. UTILITY is paid to the owner's associated account. `ownerToken` is another token
   * account of theirs; from 30 days after the decision on (`UNPAID_DELAY`) it is paid if the associated one cannot be.
   */
  positions: ReadonlyArray<{
    owner: AddressInput
    address?: AddressInput | undefined
    ownerToken?: AddressInput | undefined
  }>
}

/** The accounts of one position in a batch, and the bump of its owner's associated token account. */
export interface SettlementGroup {
  keys: AccountMeta[]
  bump: number
}

/**
 * Pays positions of a decided market to their owners' wallets, in UTILITY to their associated accounts,
 * and closes them. Anyone can, and earns a reward for each. Positions that cannot be paid now, or have been, are
 * skipped.
 */
export function settlePositions(
  input: SettlePositionsInput,
  programId: AddressInput = PROGRAM_ID,
): TransactionInstruction {
  return settleGroups(input, settlementGroups(input, programId), programId)
}

/** The accounts of the positions, one group for each. All groups of a batch have the same length. */
export function settlementGroups(input: SettlePositionsInput, programId: AddressInput): SettlementGroup[] {
  const market = requireAddress('market', input.market)
  const currency = requireCurrency(input)
  if (!Array.isArray(input.positions) || input.positions.length === 0) {
    throw new InvalidInputError('positions', 'must name at least one owner')
  }
  const isRedirected = input.positions.some((position) => position?.ownerToken != null)
  return input.positions.map((position, index): SettlementGroup => {
    const owner = requireAddress(`positions[${index}].owner`, position?.owner)
    const address = position.address
      ? requireAddress(`positions[${index}].address`, position.address)
      : findPosition(market, owner, programId)
    const [associated, bump] = associatedOf(currency, owner)
    const field = `positions[${index}].ownerToken`
    if (!associated && position.ownerToken != null) {
      throw new InvalidInputError(field, 'is not needed in a SOL market')
    }
    if (!associated) return { keys: [address, owner].map(writable), bump }
    const other = position.ownerToken == null ? associated : requireAddress(field, position.ownerToken)
    const keys = [address, owner, associated, ...(isRedirected ? [other] : [])]
    return { keys: keys.map(writable), bump }
  })
}

/** The instruction that pays some of these groups. */
export function settleGroups(
  input: Omit<SettlePositionsInput, 'positions'>,
  groups: readonly SettlementGroup[],
  programId: AddressInput = PROGRAM_ID,
): TransactionInstruction {
  const market = requireAddress('market', input.market)
  const currency = requireCurrency(input)
  const bumps = currency.mint === null ? [] : groups.map(({ bump }) => bump)
  return buildInstruction(
    'settlePositions',
    {
      accounts: {
        keeper: requireAddress('keeper', input.keeper),
        market,
        escrow: findEscrow(market, programId),
        ...currency,
      },
      args: { bumps: Buffer.from(bumps) },
      remaining: groups.flatMap(({ keys }) => keys),
    },
    programId,
  )
}
