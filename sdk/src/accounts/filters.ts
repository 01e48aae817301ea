import { type GetProgramAccountsFilter, PublicKey } from '@solana/web3.js'
import bs58 from 'bs58'
import { InvalidInputError } from '../errors.ts'
import { type AddressInput, requireAddress } from '../input.ts'
import { type AccountName, DISCRIMINATORS } from '../program.ts'
import { type MarketStatus, STATUSES } from './decode.ts'

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

/** Offsets of the fields in the accounts' data. */
const MARKET = { status: 9, creator: 16, token: 48, mint: 80 }
const POSITION = { market: 16, owner: 48 }
const QUESTION = { market: 9 }

/** Filters for `getProgramAccounts` and `onProgramAccountChange` that select markets. */
export function marketFilters(filter: MarketFilter = {}): GetProgramAccountsFilter[] {
  return [
    ofType('market'),
    ...address('creator', MARKET.creator, filter.creator),
    ...address('token', MARKET.token, filter.token),
    ...address('mint', MARKET.mint, filter.mint),
    ...status(filter.status),
  ]
}

/** Filters for `getProgramAccounts` and `onProgramAccountChange` that select positions. */
export function positionFilters(filter: PositionFilter = {}): GetProgramAccountsFilter[] {
  return [
    ofType('position'),
    ...address('market', POSITION.market, filter.market),
    ...address('owner', POSITION.owner, filter.owner),
  ]
}

/** Filters that select all questions, or that of one market. */
export function questionFilters(
  filter: { market?: AddressInput | undefined } = {},
): GetProgramAccountsFilter[] {
  return [ofType('question'), ...address('market', QUESTION.market, filter.market)]
}

function ofType(name: AccountName): GetProgramAccountsFilter {
  return compare(0, DISCRIMINATORS[name])
}

function address(
  field: string,
  offset: number,
  value: AddressInput | null | undefined,
): GetProgramAccountsFilter[] {
  if (value === undefined) return []
  const bytes = value === null ? PublicKey.default.toBytes() : requireAddress(field, value).toBytes()
  return [compare(offset, bytes)]
}

function status(value: MarketStatus | undefined): GetProgramAccountsFilter[] {
  if (value === undefined) return []
  const index = STATUSES.indexOf(value)
  if (index < 0) throw new InvalidInputError('status', `must be one of ${STATUSES.join(', ')}`)
  return [compare(MARKET.status, Uint8Array.of(index))]
}

function compare(offset: number, bytes: Uint8Array): GetProgramAccountsFilter {
  return { memcmp: { offset, bytes: bs58.encode(bytes) } }
}
