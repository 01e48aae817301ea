// The days on which the periods of leaderboards begin.

import type { Period } from '../store/schema/history-types.ts'

const DAY = 86_400

/**
 * The first day of the period that contains a unix second, in UTC and counted in days since 1970: the day itself,
 * the Monday of its week or the first of its month; 0 for `all`.
 */
export function periodStart(period: Period, unixSecond: number): number {
  const day = Math.floor(unixSecond / DAY)
  if (period === 'day') return day
  // 1970-01-01 was a Thursday.
  if (period === 'week') return day - ((day + 3) % 7)
  if (period === 'month') return day - new Date(unixSecond * 1_000).getUTCDate() + 1
  return 0
}
