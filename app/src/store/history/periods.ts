import type { Period } from './types.ts'

const DAY = 86_400

/**
 * The first day of the period that a second falls into, in days since 1970: the day itself, the Monday of its
 * week, the first of its month, all in UTC; 0 for `all`.
 */
export function periodStart(period: Period, unixSecond: number): number {
  const day = Math.floor(unixSecond / DAY)
  if (period === 'day') return day
  // 1970 began on a Thursday.
  if (period === 'week') return day - ((day + 3) % 7)
  if (period === 'month') return day - new Date(unixSecond * 1_000).getUTCDate() + 1
  return 0
}
