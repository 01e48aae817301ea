// What a stake in SOL is worth in dollars.

import { CURRENCIES } from '@prediction-market/sdk/currency'
import { listAssets } from '../../api/gateway.ts'
import type { Currency } from '../../model/types.ts'
import { readTyped, toDecimal } from '../../money/amounts.ts'
import { useLoaded, usePolling } from '../../state/loaded.ts'
import { dataOf } from '../../state/snapshot.ts'
import { formatNumber } from '../../text/numbers.ts'

/** How often the price is read again, which no event reports. */
const POLL_MS = 15_000

/** The worth of a typed stake in dollars, as `≈ $15.02`; empty where no feed gives it. */
export function useDollars(currency: Currency, typed: string): string {
  const { isNative } = CURRENCIES[currency]
  const assets = useLoaded('dollars', async (signal) => (isNative ? listAssets(signal) : []))
  usePolling(POLL_MS, isNative, assets.reload)
  const price = dataOf(assets)?.find(({ symbol }) => symbol === currency)?.price?.dollars
  return price === undefined ? '' : describeDollars(typed, currency, Number(price))
}

/** The worth of a typed stake at a price; empty where it is none, or cannot be read. */
export function describeDollars(typed: string, currency: Currency, price: number): string {
  const worth = Number(toDecimal(readTyped(typed, currency).units, currency)) * price
  return worth > 0 ? `≈ $${formatNumber(worth, { maximumFractionDigits: 2 })}` : ''
}
