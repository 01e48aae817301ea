// Fields that several answers share: times, odds, stakes and fees.

import {
  type CurrencyId,
  formatMoney,
  type Outcome,
  odds,
  type Stakes as Pools,
} from '@prediction-market/sdk'
import { BASIS_POINTS } from '@prediction-market/sdk/rules'
import { amount } from '../../../json/write.ts'
import type { Answered } from './answered.ts'
import type { FeePercentage, FeesCollected, Odds, PayoutRatio, Stakes } from './schemas.ts'

/** Unix seconds in ISO 8601, UTC. */
export function isoTime(seconds: bigint | number): string {
  return new Date(Number(seconds) * 1_000).toISOString().replace('.000Z', 'Z')
}

/** Odds by outcome. */
export function oddsView(pools: Pools): Answered<typeof Odds> {
  return odds(pools)
}

/** Stakes in whole units by outcome. */
export function stakesView({ Yes, No }: Pools, decimals: number): Answered<typeof Stakes> {
  return { Yes: amount(Yes, decimals), No: amount(No, decimals) }
}

/** Fee shares as fractions. */
export function feeShares(terms: { burnBps: number; developerBps: number }): Answered<typeof FeePercentage> {
  return { burn: terms.burnBps / BASIS_POINTS, developer: terms.developerBps / BASIS_POINTS }
}

/** Fees that were taken, with their currency. */
export function feesView(
  fees: { burn: bigint; developer: bigint },
  currency: CurrencyId,
  decimals: number,
): Answered<typeof FeesCollected> {
  const label = (units: bigint) => formatMoney(units, currency, decimals)
  return { burned: label(fees.burn), developer: label(fees.developer) }
}

/** What a unit that counted was paid, by outcome. */
export function ratioView({ Yes, No }: Record<Outcome, bigint>): Answered<typeof PayoutRatio> {
  return { Yes: amount(Yes, 4), No: amount(No, 4) }
}
