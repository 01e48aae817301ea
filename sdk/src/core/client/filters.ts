// Filters of markets and positions.

import type { MarketStatus } from '../accounts/shapes.ts'
import type { AddressInput, Codec, Library } from '../wire.ts'

/** Selects markets by all the given fields; all markets if there are none. */
export interface MarketFilterOf<L extends Library> {
  creator?: AddressInput<L> | undefined
  /** The mint the question is about; `null` for markets about no token. */
  token?: AddressInput<L> | null | undefined
  /** The mint of the stakes; `null` for SOL. */
  mint?: AddressInput<L> | null | undefined
  status?: MarketStatus | undefined
}

/** Selects positions by all the given fields; all positions if there are none. */
export interface PositionFilterOf<L extends Library> {
  market?: AddressInput<L> | undefined
  owner?: AddressInput<L> | undefined
}

type Text<Filter> = {
  [Field in keyof Filter]: Field extends 'status'
    ? Filter[Field]
    : string | Extract<Filter[Field], null | undefined>
}

/** A filter with its addresses in base58. */
export function textOf<L extends Library, Filter extends MarketFilterOf<L> & PositionFilterOf<L>>(
  codec: Codec<L>,
  filter: Filter,
): Text<Filter> {
  const entries = Object.entries(filter).map(([field, value]) => [
    field,
    field === 'status' || value == null ? value : codec.text(codec.address(field, value as L['Address'])),
  ])
  return Object.fromEntries(entries)
}
