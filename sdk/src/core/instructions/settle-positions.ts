// Builds `settle_positions`: pays a batch of positions of a decided market.

import { findPosition } from '../addresses.ts'
import { InvalidInputError } from '../errors.ts'
import type { AddressInput, Codec, Library, Meta } from '../wire.ts'
import { buildInstruction, writable } from './build.ts'
import { associatedOf, type CurrencyInput, requireCurrency } from './currency.ts'

/** A batch of payouts. */
export interface SettlePositionsInput<L extends Library> extends CurrencyInput<L> {
  /** Signs, and earns the rewards. Anyone can. */
  keeper: AddressInput<L>
  market: AddressInput<L>
  /**
   * The positions to pay; the size of the transaction limits their number. The address of a position is derived from
   * its owner unless it is given. UTILITY is paid to the owner's associated account. `ownerToken` is another token
   * account of theirs; from 30 days after the decision on (`UNPAID_DELAY`) it is paid if the associated one cannot be.
   */
  positions: ReadonlyArray<{
    owner: AddressInput<L>
    address?: AddressInput<L> | undefined
    ownerToken?: AddressInput<L> | undefined
  }>
}

/** The accounts of one position in a batch, and the bump of its owner's associated token account. */
export interface SettlementGroup<Address> {
  keys: Meta<Address>[]
  bump: number
}

/**
 * Pays positions of a decided market to their owners' wallets, in UTILITY to their associated accounts,
 * and closes them. Anyone can, and earns a reward for each. Positions that cannot be paid now, or have been, are
 * skipped.
 */
export function settlePositions<L extends Library>(codec: Codec<L>, input: SettlePositionsInput<L>) {
  return settleGroups(codec, input, settlementGroups(codec, input))
}

/** The accounts of the positions, one group for each. All groups of a batch have the same length. */
export function settlementGroups<L extends Library>(
  codec: Codec<L>,
  input: Omit<SettlePositionsInput<L>, 'keeper'>,
): SettlementGroup<L['Address']>[] {
  const market = codec.address('market', input.market)
  const currency = requireCurrency(codec, input)
  if (!Array.isArray(input.positions) || input.positions.length === 0) {
    throw new InvalidInputError('positions', 'must name at least one owner')
  }
  const isRedirected = input.positions.some((position) => position?.ownerToken != null)
  return input.positions.map((position, index): SettlementGroup<L['Address']> => {
    const owner = codec.address(`positions[${index}].owner`, position?.owner)
    const address = position.address
      ? codec.address(`positions[${index}].address`, position.address)
      : findPosition(codec, market, owner)
    const [associated, bump] = associatedOf(codec, currency, owner)
    const field = `positions[${index}].ownerToken`
    if (!associated && position.ownerToken != null) {
      throw new InvalidInputError(field, 'is not needed in a SOL market')
    }
    if (!associated) return { keys: [address, owner].map(writable), bump }
    const other = position.ownerToken == null ? associated : codec.address(field, position.ownerToken)
    const keys = [address, owner, associated, ...(isRedirected ? [other] : [])]
    return { keys: keys.map(writable), bump }
  })
}

/** The instruction that pays some of these groups. */
export function settleGroups<L extends Library>(
  codec: Codec<L>,
  input: Omit<SettlePositionsInput<L>, 'positions'>,
  groups: readonly SettlementGroup<L['Address']>[],
) {
  const { keeper, market } = input
  const currency = requireCurrency(codec, input)
  const bumps = currency.mint === null ? [] : groups.map(({ bump }) => bump)
  return buildInstruction(codec, 'settlePositions', {
    accounts: { keeper, market, ...currency },
    args: { bumps: Uint8Array.from(bumps) },
    remaining: groups.flatMap(({ keys }) => keys),
  })
}
