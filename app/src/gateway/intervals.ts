import type { TimeRange } from '../history/queries/pools.ts'
import { ApiError } from './errors.ts'

/** Lengths of the pieces that a market's past can be cut into, in seconds. */
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

/** Pieces in an answer at most. */
export const MAX_POINTS = 1_000

/** Pieces in an answer for which nobody said how long they should be, at most. */
const ENOUGH_POINTS = 200

/** The shortest length that makes few enough pieces of a stretch of time. */
function fittingInterval(seconds: number): number {
  const lengths = Object.values(INTERVALS)
  return (
    lengths.find((length) => seconds / length <= ENOUGH_POINTS) ??
    // Even days are too short: as many whole days as it takes.
    INTERVALS['1d'] * Math.ceil(seconds / INTERVALS['1d'] / ENOUGH_POINTS)
  )
}

/**
 * Cuts a stretch of time into pieces that begin at whole multiples of their length.
 *
 * @throws ApiError 400 for more pieces than there may be
 */
export function cut(from: number, to: number, name: Interval | undefined): TimeRange {
  const interval = name ? INTERVALS[name] : fittingInterval(to - from)
  const start = Math.floor(from / interval) * interval
  const count = Math.ceil((to - start) / interval)
  if (count > MAX_POINTS) {
    throw new ApiError(
      400,
      `interval: makes ${count} pieces, and ${MAX_POINTS} are the most: take longer ones, or less time`,
    )
  }
  return { from: start, to, interval }
}
