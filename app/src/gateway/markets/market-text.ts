import { formatMoment, formatMoney } from '@prediction-market/sdk'
import { currencyOf } from '@prediction-market/sdk/currency'
import { BASIS_POINTS, oddsBps } from '@prediction-market/sdk/rules'
import type { ViewedMarket } from './views.ts'

/** The state of a market in a sentence or two: odds, volume and the end of betting, or how it was decided. */
export function stateText(market: ViewedMarket, acceptingBets: boolean): string {
  const { pools, decimals, status, outcome, closeAt } = market
  if (status === 'void') return 'Void: every stake is refunded.'
  if (status === 'resolved') return `Decided: ${outcome}.`
  const odds = oddsBps(pools)
  const volume = formatMoney(pools.Yes + pools.No, currencyOf(market), decimals)
  const betting = acceptingBets ? `Bets until ${formatMoment(closeAt)}.` : 'Betting has ended.'
  return `Yes ${percent(odds.Yes)}, No ${percent(odds.No)} of ${volume}. ${betting}`
}

/** Basis points as a percentage with at most one decimal: `62.5 %`. */
export function percent(bps: number): string {
  return `${Number(((bps * 100) / BASIS_POINTS).toFixed(1))} %`
}
