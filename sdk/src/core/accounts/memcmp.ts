// Selects accounts by their fields: filters, and the bytes that they mean.

import bs58 from 'bs58'
import { InvalidInputError } from '../errors.ts'
import { type AccountName, DISCRIMINATORS } from '../program.ts'
import { DEFAULT_PUBKEY } from '../shapes.ts'
import type { AddressInput, Codec, Library, Memcmp } from '../wire.ts'
import { type MarketStatus, STATUSES } from './shapes.ts'

export type { Memcmp } from '../wire.ts'

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

/** Offsets of the fields in the accounts' data. */
const MARKET = { creator: 16, token: 48, mint: 80 }
const STATUS_AT = 9
const POSITION = { market: 16, owner: 48 }
const QUESTION = { market: 9 }

/** The bytes of the markets that a filter selects. */
export function marketBytes<L extends Library>(codec: Codec<L>, { status, ...filter }: MarketFilterOf<L>) {
  const bytes = bytesOf(codec, 'market', MARKET, filter)
  if (status === undefined) return bytes
  const index = STATUSES.indexOf(status)
  if (index < 0) throw new InvalidInputError('status', `must be one of ${STATUSES.join(', ')}`)
  return [...bytes, { offset: STATUS_AT, bytes: bs58.encode(Uint8Array.of(index)) }]
}

/** The bytes of the positions that a filter selects. */
export function positionBytes<L extends Library>(codec: Codec<L>, filter: PositionFilterOf<L>): Memcmp[] {
  return bytesOf(codec, 'position', POSITION, { ...filter })
}

/** The bytes of all questions, or of that of one market. */
export function questionBytes<L extends Library>(
  codec: Codec<L>,
  filter: { market?: AddressInput<L> | undefined },
): Memcmp[] {
  return bytesOf(codec, 'question', QUESTION, filter)
}

/** The bytes of accounts of a type with these addresses; `null` for none, which the program stores as the default pubkey. */
function bytesOf<L extends Library>(
  codec: Codec<L>,
  type: AccountName,
  offsets: Record<string, number>,
  filter: { [field: string]: AddressInput<L> | null | undefined },
): Memcmp[] {
  const addresses = Object.entries(offsets).flatMap(([field, offset]) => {
    const value = filter[field]
    if (value === undefined) return []
    return [{ offset, bytes: value === null ? DEFAULT_PUBKEY : codec.text(codec.address(field, value)) }]
  })
  return [{ offset: 0, bytes: bs58.encode(DISCRIMINATORS[type]) }, ...addresses]
}
