// The bytes that select an account by its fields, for the web3.js and Kit clients. Addresses are base58 text here.

import bs58 from 'bs58'
import { InvalidInputError } from '../errors.ts'
import { type AccountName, DISCRIMINATORS } from '../program.ts'
import type { Memcmp } from '../wire.ts'
import { type MarketStatus, STATUSES } from './shapes.ts'

export type { Memcmp } from '../wire.ts'

/** Offsets of the fields in the accounts' data. */
const MARKET = { status: 9, creator: 16, token: 48, mint: 80 }
const POSITION = { market: 16, owner: 48 }
const QUESTION = { market: 9 }

/** The default pubkey, which the program stores for "none". */
const NONE = '11111111111111111111111111111111'

/** Selects markets by all the given fields; `null` matches markets without that address. */
export function marketBytes(filter: {
  creator?: string | undefined
  token?: string | null | undefined
  mint?: string | null | undefined
  status?: MarketStatus | undefined
}): Memcmp[] {
  return [
    ofType('market'),
    ...address(MARKET.creator, filter.creator),
    ...address(MARKET.token, filter.token),
    ...address(MARKET.mint, filter.mint),
    ...status(filter.status),
  ]
}

/** Selects positions. */
export function positionBytes(filter: { market?: string | undefined; owner?: string | undefined }): Memcmp[] {
  return [
    ofType('position'),
    ...address(POSITION.market, filter.market),
    ...address(POSITION.owner, filter.owner),
  ]
}

/** Selects all questions, or that of one market. */
export function questionBytes(filter: { market?: string | undefined } = {}): Memcmp[] {
  return [ofType('question'), ...address(QUESTION.market, filter.market)]
}

function ofType(name: AccountName): Memcmp {
  return { offset: 0, bytes: bs58.encode(DISCRIMINATORS[name]) }
}

function address(offset: number, value: string | null | undefined): Memcmp[] {
  return value === undefined ? [] : [{ offset, bytes: value ?? NONE }]
}

function status(value: MarketStatus | undefined): Memcmp[] {
  if (value === undefined) return []
  const index = STATUSES.indexOf(value)
  if (index < 0) throw new InvalidInputError('status', `must be one of ${STATUSES.join(', ')}`)
  return [{ offset: MARKET.status, bytes: bs58.encode(Uint8Array.of(index)) }]
}
