// Odds and payouts from the pools of a market, as the program computes them.

import { CURRENCIES } from '@prediction-market/sdk/currency'
import { quote } from '@prediction-market/sdk/rules'
import { answersOf, decimalsOf } from '../api/config.ts'
import type {
  ByOutcome,
  Currency,
  Decimal,
  LiveMarket,
  Market,
  MarketSummary,
  Outcome,
} from '../model/types.ts'
import { toDecimal, toUnits } from './amounts.ts'

/** The nearest that odds come to 0 or 1 while both sides have a stake, however small. */
const LEAST = 1e-9

/** What the figures of a market come from; a live market, a round and a detailed market have it. */
export type Staked = Pick<LiveMarket, 'pools' | 'feePercentage' | 'maxRatio'> & { currency: Currency }

/** The pools of a market that is shown in detail. */
export function stakedIn({ outcomes: [yes, no], feePercentage, maxRatio, currency }: Market): Staked {
  const pools = { Yes: yes.totalStake, No: no.totalStake }
  return { pools, feePercentage, maxRatio, currency }
}

/** The odds of both sides; null while one of them is empty, which says nothing about the answer. */
export function oddsOf({ Yes, No }: ByOutcome): Record<Outcome, number> | null {
  const [yes, no] = [Number(Yes), Number(No)]
  if (yes === 0 || no === 0) return null
  const share = Math.min(Math.max(yes / (yes + no), LEAST), 1 - LEAST)
  return { Yes: share, No: 1 - share }
}

/** Whether a listed market can be bet on, as far as is known: what moves in it may not be loaded yet. */
export function takesBets(
  { status, condition }: Pick<MarketSummary, 'status' | 'condition'>,
  live: Pick<LiveMarket, 'acceptingBets'> | undefined,
): boolean {
  return status === 'open' && live?.acceptingBets !== false && answersOf(condition.type)
}

/** Whether nobody has staked on a side yet. */
export function isEmptySide(pools: ByOutcome, side: Outcome): boolean {
  return Number(pools[side]) === 0
}

/** A small stake in a currency, in base units: what the buttons of a list offer. */
export function sampleStake(currency: Currency): bigint {
  return (CURRENCIES[currency].typicalStake * 10n ** BigInt(decimalsOf(currency))) / 10n
}

/** What the small stake would be paid if its side won with the pools right after it, as a decimal. */
export function samplePayout(
  { pools, feePercentage: { burn, developer }, maxRatio, currency }: Staked,
  outcome: Outcome,
): string {
  const shares = {
    burnBps: scaled(burn, 10_000),
    developerBps: scaled(developer, 10_000),
    maxRatio: scaled(maxRatio ?? 0, 100),
  }
  const units = { Yes: toUnits(pools.Yes, currency), No: toUnits(pools.No, currency) }
  const { payout } = quote({ pools: units, outcome, amount: sampleStake(currency), shares })
  return toDecimal(payout, currency)
}

const scaled = (share: Decimal, parts: number) => Math.round(Number(share) * parts)
