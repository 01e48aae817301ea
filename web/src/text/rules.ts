import { canBeEarly, canBeEarlyNo } from '@prediction-market/sdk/condition'
import type { Market, Outcome } from '../model/types.ts'
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
    `Whoever wins by an early answer must have bet at least one whole betting period (${period}) before it. ` +
    'A winning stake that came later is paid back in full: it neither wins nor loses.'
  )
}

/**
 * The unix second from which a stake placed now counts on the winning side: the end of the betting period after this
 * one. Periods are counted back from expiry. Null if the stake cannot be late.
 */
export function countsFrom(market: Market, outcome: Outcome, now: number): number | null {
  if (!canBeEarly(market.condition)) return null
  if (outcome === 'No' && !canBeEarlyNo(market.condition)) return null
  const expiry = toSeconds(market.expireAt)
  const length = Math.max(Number(market.bettingPeriodSeconds), 1)
  const periodsLeft = Math.floor((expiry - 1 - Math.floor(now)) / length)
  return expiry - Math.max(periodsLeft - 1, 0) * length
}

/** The same in words, for the bet form. */
export function describeCounting(market: Market, outcome: Outcome, now: number): string | null {
  const from = countsFrom(market, outcome, now)
  if (from === null) return null
  return (
    `A stake placed now wins only if the answer comes after ${formatClock(from)}. ` +
    'If it comes before, the stake is late and is paid back in full.'
  )
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
