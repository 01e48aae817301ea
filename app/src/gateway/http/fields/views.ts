// Fields that several answers share: times, odds, stakes and fees.

import {
  type CurrencyId,
  formatMoney,
  type Market,
  type Outcome,
  odds,
  type Stakes as Pools,
  SOL_DECIMALS,
} from '@prediction-market/sdk'
import { CURRENCIES } from '@prediction-market/sdk/currency'
import { BASIS_POINTS, fullRewardStake } from '@prediction-market/sdk/rules'
import { amount } from '../../../json/json.ts'
import type { Answered } from './answered.ts'
import type { FeePercentage, FeesCollected, Odds, PayoutRatio, Rewards, Stakes } from './schemas.ts'

/** Unix seconds in ISO 8601, UTC. */
export function isoTime(seconds: bigint | number): string {
  return new Date(Number(seconds) * 1_000).toISOString().replace('.000Z', 'Z')
}

export function oddsView(pools: Pools): Answered<typeof Odds> {
  return odds(pools)
}

export function stakesView({ Yes, No }: Pools, decimals: number): Answered<typeof Stakes> {
  return { Yes: amount(Yes, decimals), No: amount(No, decimals) }
}

/** Fee shares as fractions. */
export function feeShares(terms: { burnBps: number; developerBps: number }): Answered<typeof FeePercentage> {
  return { burn: terms.burnBps / BASIS_POINTS, developer: terms.developerBps / BASIS_POINTS }
}

/**
 * The rewards for deciding, settling and closing a market.
 *
 * @param currency - of the stakes, with `decimals`
 */
export function rewardsView(
  terms: Pick<Market['terms'], 'decideReward' | 'settleReward' | 'rewardStake' | 'burnBps'>,
  currency: CurrencyId,
  decimals: number,
): Answered<typeof Rewards> {
  const stake = fullRewardStake(terms, CURRENCIES[currency].isNative)
  return {
    decide: amount(terms.decideReward, SOL_DECIMALS),
    settle: amount(terms.settleReward, SOL_DECIMALS),
    stake: stake === null ? null : amount(stake, decimals),
  }
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
