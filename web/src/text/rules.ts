// What the rules of late stakes (docs/program.md, "Late stakes") mean for one market, in words.

import { canBeEarly } from '@prediction-market/sdk/condition'
import type { Market } from '../model/types.ts'
import { t } from './language.ts'
import { formatDuration } from './times.ts'

/** When betting ends and when the market is decided. */
export function describeTiming(market: Market): string {
  const { early, atExpiry } = t().bet.rules
  return canBeEarly(market.condition) ? early : atExpiry
}

/** What makes a stake late in this market. */
export function describeLateness(market: Market): string {
  const { neverLate, lateness } = t().bet.rules
  return canBeEarly(market.condition) ? lateness(periodOf(market)) : neverLate
}

/** Why a stake came back from a decided market. */
export function describeRefund(market: Market): string {
  const { takenBack, unmatched, unproven, wasLate, noOpponent } = t().bet.rules
  if (market.status !== 'void') return market.maxRatio ? noOpponent : wasLate(periodOf(market))
  if (market.cancelled) return takenBack
  return market.answer ? unmatched(t().common.sides[market.answer]) : unproven
}

function periodOf(market: Market): string {
  return formatDuration(Number(market.bettingPeriodSeconds))
}
