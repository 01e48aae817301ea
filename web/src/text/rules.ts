// What the rules of late stakes (docs/program.md, "Late stakes") mean for one market, in words.

import { canBeEarly, canBeEarlyNo } from '@prediction-market/sdk/condition'
import type { Market } from '../model/types.ts'
import { t } from './language.ts'
import { formatClock, formatDuration, toSeconds } from './times.ts'

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

/**
 * The unix second from which a stake placed now counts, on either side: the end of the betting period after this one.
 * Periods are counted back from expiry. Null if the stake cannot be late.
 */
export function countsFrom(market: Market, now: number): number | null {
  if (!canBeEarly(market.condition)) return null
  const expiry = toSeconds(market.expireAt)
  const length = Math.max(Number(market.bettingPeriodSeconds), 1)
  const periodsLeft = Math.floor((expiry - 1 - Math.floor(now)) / length)
  return expiry - Math.max(periodsLeft - 1, 0) * length
}

/** The same in words, for the bet form. */
export function describeCounting(market: Market, now: number): string | null {
  const from = countsFrom(market, now)
  if (from === null) return null
  const { countsUnlessAnswer, countsUnlessYes } = t().bet.rules
  const words = canBeEarlyNo(market.condition) ? countsUnlessAnswer : countsUnlessYes
  return words(formatClock(from))
}

/** From when on a stake counts, in a few words. */
export function describeCountingShortly(market: Market, now: number): string | null {
  const from = countsFrom(market, now)
  return from === null ? null : t().bet.rules.countsShortly(formatClock(from))
}

/** Why a stake came back from a decided market. */
export function describeRefund(market: Market): string {
  const { takenBack, unmatched, unproven, wasLate } = t().bet.rules
  if (market.status !== 'void') return wasLate(periodOf(market))
  if (market.cancelled) return takenBack
  return market.answer ? unmatched(t().common.sides[market.answer]) : unproven
}

function periodOf(market: Market): string {
  return formatDuration(Number(market.bettingPeriodSeconds))
}
