import type { HistoryPoint } from '../../model/types.ts'
import { toSeconds } from '../../text/times.ts'

/** The odds of Yes from a moment on. */
export interface OddsPoint {
  /** Unix seconds. */
  at: number
  yes: number
}

/**
 * The odds to draw. They start with the first stakes on both sides: before, whoever is alone has "100%", which is
 * nobody's opinion.
 */
export function oddsPoints(history: readonly HistoryPoint[]): OddsPoint[] {
  const start = history.findIndex(({ totalStake }) => Number(totalStake.Yes) > 0 && Number(totalStake.No) > 0)
  if (start < 0) return []
  return history.slice(start).map(({ time, odds }) => ({ at: toSeconds(time), yes: Number(odds.Yes) }))
}

/** The index of the last point at or before a moment; the first if there is none. */
export function indexAt(points: readonly OddsPoint[], at: number): number {
  let index = 0
  while (index + 1 < points.length && (points[index + 1]?.at ?? Number.POSITIVE_INFINITY) <= at) index += 1
  return index
}
