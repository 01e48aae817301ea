import type { Config } from '@prediction-market/sdk'
import type { CurrencyId } from '../../book/currency.ts'

/** Decimals of SOL. */
export const SOL_DECIMALS = 9

/** Decimals of a currency. */
export function decimalsOf(currency: CurrencyId, config: Pick<Config, 'utilityDecimals'>): number {
  return currency === 'SOL' ? SOL_DECIMALS : config.utilityDecimals
}
