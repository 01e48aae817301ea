// Ranks markets by value: what depends on their decision, in lamports.

import type { CurrencyId, FeeVault, Market, Stakes } from '@prediction-market/sdk'
import { CURRENCIES, currencyOf, SOL_DECIMALS } from '@prediction-market/sdk/currency'
import { PRICE_BITS } from '@prediction-market/sdk/rules'
import { compare, least } from '../runtime/bigint.ts'

/** Lamports of one SOL, at the precision of the auction's prices. */
const SCALE = (10n ** BigInt(SOL_DECIMALS)) << PRICE_BITS

/** The fields of a market that determine its value. */
export interface Staked {
  pools: Stakes
  currency: CurrencyId
}

/** The rank of a market in the order of work, in lamports. */
export interface Rank {
  /** The value of a decision: the smaller pool; 0 if one of the sides has no stakes. */
  value: bigint
  /** All stakes. */
  stake: bigint
}

/** Ranks a market by the value of its decision. */
export type RankOf = (market: Staked) => Rank

/**
 * Ranks markets in lamports: UTILITY at the last price of the burn auction, or at its first price before the first
 * sale.
 *
 * @param vault - the present state of the auction
 */
export function rankBy(vault: () => Pick<FeeVault, 'last' | 'price'>): RankOf {
  return ({ pools, currency }) => {
    const { Yes, No } = pools
    const ranked = { value: least(Yes, No), stake: Yes + No }
    if (CURRENCIES[currency].isNative) return ranked
    const { last, price: first } = vault()
    const price = last?.price ?? first.value
    const lamports = (units: bigint) => (price > 0n ? (units * SCALE) / price : units)
    return { value: lamports(ranked.value), stake: lamports(ranked.stake) }
  }
}

/** Ranks a market as the chain has it. */
export function rankMarket(rankOf: RankOf, { pools, mint }: Pick<Market, 'pools' | 'mint'>): Rank {
  return rankOf({ pools, currency: currencyOf({ mint }) })
}

/** Orders markets: the most valuable first; those without stakes on both sides last, by all stakes. */
export function byValue(a: Rank, b: Rank): number {
  return compare(b.value, a.value) || compare(b.stake, a.stake)
}
