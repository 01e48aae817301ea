// Filters that select markets, positions and questions in `getProgramAccounts`, for web3.js.

import type { GetProgramAccountsFilter } from '@solana/web3.js'
import { type AddressInput, requireAddress } from '../../web3/input.ts'
import { type Memcmp, marketBytes, positionBytes, questionBytes } from './memcmp.ts'
import type { MarketStatus } from './shapes.ts'

/** Selects markets by all the given fields; all markets if there are none. */
export interface MarketFilter {
  creator?: AddressInput | undefined
  /** The mint the question is about; `null` for markets about no token. */
  token?: AddressInput | null | undefined
  /** The mint of the stakes; `null` for SOL. */
  mint?: AddressInput | null | undefined
  status?: MarketStatus | undefined
}

/** Selects positions by all the given fields; all positions if there are none. */
export interface PositionFilter {
  market?: AddressInput | undefined
  owner?: AddressInput | undefined
}

/** Filters for `getProgramAccounts` and `onProgramAccountChange` that select markets. */
export function marketFilters(filter: MarketFilter = {}): GetProgramAccountsFilter[] {
  return filters(marketBytes(marketText(filter)))
}

/** The filter with its addresses as text. */
export function marketText({ creator, token, mint, status }: MarketFilter) {
  return {
    creator: text('creator', creator),
    token: token === null ? null : text('token', token),
    mint: mint === null ? null : text('mint', mint),
    status,
  }
}

/** Filters for `getProgramAccounts` and `onProgramAccountChange` that select positions. */
export function positionFilters(filter: PositionFilter = {}): GetProgramAccountsFilter[] {
  return filters(positionBytes({ market: text('market', filter.market), owner: text('owner', filter.owner) }))
}

/** Filters that select all questions, or that of one market. */
export function questionFilters(
  filter: { market?: AddressInput | undefined } = {},
): GetProgramAccountsFilter[] {
  return filters(questionBytes({ market: text('market', filter.market) }))
}

function filters(bytes: readonly Memcmp[]): GetProgramAccountsFilter[] {
  return bytes.map((memcmp) => ({ memcmp }))
}

function text(field: string, value: AddressInput | undefined): string | undefined {
  return value === undefined ? undefined : requireAddress(field, value).toBase58()
}
