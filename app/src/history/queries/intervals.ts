// Divides the history of a market into intervals.

import { InvalidInputError } from '@prediction-market/sdk'
import type { TimeRange } from './pools.ts'

/** Lengths of the intervals that a market's history can be divided into, in seconds. */
export const INTERVALS = {
  '1s': 1,
  '10s': 10,
  '1m': 60,
  '5m': 300,
  '15m': 900,
  '1h': 3_600,
  '4h': 14_400,
  '1d': 86_400,
} as const

/** The name of such a length. */
export type Interval = keyof typeof INTERVALS

/** The most intervals of an answer. */
export const MAX_POINTS = 1_000

/** The most intervals of an answer if the caller names no length. */
const DEFAULT_POINTS = 200

/** The shortest length that gives at most `DEFAULT_POINTS` intervals. */
function defaultInterval(seconds: number): number {
  const lengths = Object.values(INTERVALS)
  return (
    lengths.find((length) => seconds / length <= DEFAULT_POINTS) ??
    // Longer than all named lengths: a whole number of days.
    INTERVALS['1d'] * Math.ceil(seconds / INTERVALS['1d'] / DEFAULT_POINTS)
  )
}

/**
 * Divides a range of unix seconds into intervals that begin at multiples of their length.
 *
 * @throws InvalidInputError for more than `MAX_POINTS` intervals
 */
export function divide(from: number, to: number, name: Interval | undefined): TimeRange {
  const interval = name ? INTERVALS[name] : defaultInterval(to - from)
  const start = Math.floor(from / interval) * interval
  const count = Math.ceil((to - start) / interval)
  if (count > MAX_POINTS) {
    throw new InvalidInputError(
      'interval',
      `gives ${count} intervals, and at most ${MAX_POINTS} are allowed: choose a longer one, or a shorter range`,
    )
  }
  return { from: start, to, interval }
}
