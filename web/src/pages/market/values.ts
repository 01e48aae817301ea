import type { Decimal } from '../../model/types.ts'
import type { Measured } from '../../text/measured.ts'
import { toSeconds } from '../../text/times.ts'

/** What a condition measured at a moment. */
export interface ValuePoint {
  /** Unix seconds. */
  at: number
  value: number
}

/** The measured values to draw beside the odds, and the range of their axis, which includes the target. */
export interface ValueSeries {
  points: readonly ValuePoint[]
  target: number
  unit: string
  low: number
  high: number
}

/** Room above and below the values, as a share of their range. */
const MARGIN = 0.12

/**
 * The values from a moment on, and now; undefined if there is nothing to measure against.
 *
 * @param progress - what is measured now
 * @param from - in unix seconds
 */
export function valueSeries(
  values: readonly { time: string; value: Decimal }[],
  progress: Measured | undefined,
  now: number,
  from: number,
): ValueSeries | undefined {
  if (!progress) return undefined
  const past = values.map(({ time, value }) => ({ at: toSeconds(time), value: Number(value) }))
  const points = [
    ...past.filter(({ at }) => at >= from && at < now),
    { at: now, value: Number(progress.currentCount) },
  ]
  const target = Number(progress.target)
  const all = [target, ...points.map(({ value }) => value)]
  const [least, most] = [Math.min(...all), Math.max(...all)]
  const margin = (most - least || Math.abs(target) || 1) * MARGIN
  return { points, target, unit: progress.unit, low: least - margin, high: most + margin }
}

/** The share of a round step in its power of ten. */
const ROUND = [1, 2, 2.5, 5, 10]

/** Round values between two others, at most `most` of them. */
export function axisTicks(low: number, high: number, most: number): number[] {
  const least = (high - low) / most
  const power = 10 ** Math.floor(Math.log10(least))
  const step = power * (ROUND.find((share) => share * power >= least) ?? 10)
  const first = Math.ceil(low / step)
  const count = Math.floor(high / step) - first + 1
  return Array.from({ length: count }, (_, index) => (first + index) * step)
}
