// What a stake in SOL is worth in dollars.

import { CURRENCIES } from '@prediction-market/sdk/currency'
import { listAssets } from '../../api/gateway.ts'
import type { Currency } from '../../model/types.ts'
import { useLoaded } from '../../state/loaded.ts'
import { dataOf } from '../../state/snapshot.ts'
import { formatNumber } from '../../text/numbers.ts'

/** The worth of a typed stake in dollars, as `≈ $15.02`; empty where no feed gives it. */
export function useDollars(currency: Currency, typed: string): string {
  const { isNative } = CURRENCIES[currency]
  const assets = useLoaded('dollars', async (signal) => (isNative ? listAssets(signal) : []))
  const price = dataOf(assets)?.find(({ symbol }) => symbol === currency)?.price?.dollars
  const worth = Number(typed.replace(',', '.')) * Number(price)
  return worth > 0 ? `≈ $${formatNumber(worth, { maximumFractionDigits: 2 })}` : ''
}
