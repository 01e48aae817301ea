// Public ids of markets, to and from web3.js addresses.

import type { PublicKey } from '@solana/web3.js'
import { marketIdOf, requireMarketId } from '../core/market-id.ts'
import { codecOf } from './codec.ts'
import { type AddressInput, requireAddress } from './input.ts'

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
  return requireMarketId(codecOf(), id, field)
}
