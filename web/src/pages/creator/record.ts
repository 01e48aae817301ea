// Sums up a creator's markets.

import { CURRENCY_IDS } from '@prediction-market/sdk/currency'
import type { Currency, MarketSummary } from '../../model/types.ts'

/** How the markets that a wallet opened have ended. */
export interface CreatorRecord {
  asked: number
  open: number
  yes: number
  no: number
  void: number
  /** Whether their questions say what their conditions say. */
  agrees: Record<MarketSummary['questionAgrees'], number>
  /** By currency, the stakes of the smaller side: what somebody else was ready to stake against. */
  matched: Record<Currency, number>
}

/** Counts markets. Stakes of one side alone, which a creator can make up, count for nothing. */
export function recordOf(markets: readonly MarketSummary[]): CreatorRecord {
  const count = (picks: (market: MarketSummary) => boolean) => markets.filter(picks).length
  const agreeing = (agrees: MarketSummary['questionAgrees']) => count((one) => one.questionAgrees === agrees)
  const matched = CURRENCY_IDS.map((currency) => [
    currency,
    markets.filter((one) => one.currency === currency).reduce((sum, one) => sum + smallerPool(one), 0),
  ])
  return {
    asked: markets.length,
    open: count(({ status }) => status === 'open'),
    yes: count(({ winningOutcome }) => winningOutcome === 'Yes'),
    no: count(({ winningOutcome }) => winningOutcome === 'No'),
    void: count(({ status }) => status === 'void'),
    agrees: { yes: agreeing('yes'), no: agreeing('no'), unread: agreeing('unread') },
    matched: Object.fromEntries(matched),
  }
}

/** The stakes of the smaller side of a market. */
export function smallerPool({ totalVolume, odds }: Pick<MarketSummary, 'totalVolume' | 'odds'>): number {
  return Number(totalVolume) * Math.min(Number(odds.Yes), Number(odds.No))
}
