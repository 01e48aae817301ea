import { canBeEarly, canBeEarlyNo } from '@prediction-market/sdk/condition'
import type { Market } from '../model/types.ts'
import { formatClock, formatDuration, toSeconds } from './times.ts'

// What the rules of late stakes (docs/program.md, "Late stakes") mean for one market, in words.

/** When betting ends and when the market is decided. */
export function describeTiming(market: Market): string {
  return canBeEarly(market.condition)
    ? 'Decided as soon as the answer is known, at the latest after expiry.'
    : 'Decided by the value at expiry. Nothing that happens before counts.'
}

/** What makes a stake late in this market. */
export function describeLateness(market: Market): string {
  if (!canBeEarly(market.condition)) {
    return 'No stake is late here: the answer is not out before betting ends.'
  }
  const period = formatDuration(Number(market.bettingPeriodSeconds))
  return (
    `A stake counts once one whole betting period (${period}) has passed after its own. If the answer comes before, ` +
    'the stake is late and is paid back in full, on both sides: it neither wins nor loses.'
  )
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
  const early = canBeEarlyNo(market.condition) ? 'the answer' : 'a Yes'
  return (
    `A stake placed now counts from ${formatClock(from)} on. If ${early} comes before, ` +
    'the stake is late and is paid back in full, on both sides.'
  )
}

/** From when on a stake counts, in a few words. */
export function describeCountingShortly(market: Market, now: number): string | null {
  const from = countsFrom(market, now)
  return from === null ? null : `Counts from ${formatClock(from)} on; paid back if it is decided before.`
}

/** Why a stake came back from a decided market. */
export function describeRefund(market: Market): string {
  if (market.status === 'void') {
    if (market.cancelled) return 'The creator took the market back before anyone had staked.'
    return market.answer
      ? `The answer was ${market.answer}, but no stake counted on it, so every stake is paid back.`
      : 'Nobody could prove an answer in time, so every stake is paid back.'
  }
  const period = formatDuration(Number(market.bettingPeriodSeconds))
  return (
    'It was late: placed when the answer was already out, or less than one whole betting period ' +
    `(${period}) before it. Late stakes are paid back in full, without a fee.`
  )
}
