// Public ids of markets.

import { InvalidInputError } from './errors.ts'
import type { Codec, Library } from './wire.ts'

/** The prefix of a market id; the market's address follows. */
export const MARKET_ID_PREFIX = 'market_'

/** The public id of a market from its address in base58, which is not validated. */
export function marketIdOf(address: string): string {
  return MARKET_ID_PREFIX + address
}

/** The address in a public id, in base58 and not validated; empty if the id has another prefix. */
export function marketAddressOf(id: string): string {
  return id.startsWith(MARKET_ID_PREFIX) ? id.slice(MARKET_ID_PREFIX.length) : ''
}

/**
 * The address of a market from its public id. Every address has exactly one id.
 *
 * @throws InvalidInputError if it is not a market id; the market itself need not exist
 */
export function requireMarketId<L extends Library>(codec: Codec<L>, id: string, field: string): L['Address'] {
  const address = typeof id === 'string' ? marketAddressOf(id) : ''
  try {
    return codec.address(field, address)
  } catch {
    throw new InvalidInputError(field, 'must be market_ and an address in base58')
  }
}
