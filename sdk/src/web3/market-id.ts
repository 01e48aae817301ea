// Public ids of markets, to and from web3.js addresses.

import { PublicKey } from '@solana/web3.js'
import bs58 from 'bs58'
import { InvalidInputError } from '../core/errors.ts'
import { marketAddressOf, marketIdOf } from '../core/market-prefix.ts'
import { type AddressInput, requireAddress } from './input.ts'

export { MARKET_ID_PREFIX, marketAddressOf, marketIdOf } from '../core/market-prefix.ts'

/** The longest address in base58; decoding takes quadratic time. */
const MAX_LENGTH = 44

/** The public id of a market: `market_` and its address. */
export function toMarketId(market: AddressInput): string {
  return marketIdOf(requireAddress('market', market).toBase58())
}

/**
 * The address of a market from its public id. Every address has exactly one id.
 *
 * @throws InvalidInputError if it is not a market id; the market itself need not exist
 */
export function fromMarketId(id: string, field = 'marketId'): PublicKey {
  const address = typeof id === 'string' ? marketAddressOf(id) : ''
  const bytes = address.length <= MAX_LENGTH ? bs58.decodeUnsafe(address) : undefined
  if (bytes?.length !== 32 || bytes.every((byte) => byte === 0)) {
    throw new InvalidInputError(field, 'must be market_ and an address in base58')
  }
  return new PublicKey(bytes)
}
