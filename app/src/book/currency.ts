import type { Market } from '@prediction-market/sdk'

/** Currencies that a market can take stakes in. */
export type CurrencyId = 'SOL' | 'UTILITY'

/** The currency of a market's stakes. */
export function currencyOf(market: Pick<Market, 'mint'>): CurrencyId {
  return market.mint ? 'UTILITY' : 'SOL'
}
