import type { Market } from '@prediction-market/sdk'

/** Currencies of stakes. */
export type CurrencyId = 'SOL' | 'UTILITY'

/** The currency of a market's stakes. */
export function currencyOf(market: Pick<Market, 'mint'>): CurrencyId {
  return market.mint ? 'UTILITY' : 'SOL'
}
