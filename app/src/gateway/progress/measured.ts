import { formatAmount } from '@prediction-market/sdk'
import { type Measured, measurePrice } from '@prediction-market/sdk/rules'
import type { Supply } from './tokens.ts'

/** A market capitalisation. */
export function marketCap({ value, exponent }: Measured, { units, decimals }: Supply): Measured {
  return measurePrice({ price: value, exponent }, { value: units, exponent: -decimals })
}

/** Writes a value as a plain decimal. */
export function formatMeasured({ value, exponent }: Measured): string {
  return exponent <= 0 ? formatAmount(value, -exponent) : formatAmount(value * 10n ** BigInt(exponent), 0)
}
