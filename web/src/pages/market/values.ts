// The measured values in the chart, and their axis.

import { kindOf } from '@prediction-market/sdk/condition'
import type { Decimal, DecisionProof } from '../../model/types.ts'
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

/** What a market measured, and when, in unix seconds. */
export interface MeasuredAt {
  measured: Measured
  at: number
}

/** Room above and below the values, as a share of their range. */
const MARGIN = 0.12

/**
 * The values from a moment on.
 *
 * @param last - what is measured now, or decided the market
 * @param from - in unix seconds
 */
export function valueSeries(
  values: readonly { time: string; value: Decimal }[],
  { measured, at: end }: MeasuredAt,
  from: number,
): ValueSeries {
  const past = values.map(({ time, value }) => ({ at: toSeconds(time), value: Number(value) }))
  const points = [
    ...past.filter(({ at }) => at >= from && at < end),
    { at: end, value: Number(measured.currentCount) },
  ]
  const target = Number(measured.target)
  const all = [target, ...points.map(({ value }) => value)]
  const [least, most] = [Math.min(...all), Math.max(...all)]
  const margin = (most - least || Math.abs(target) || 1) * MARGIN
  return { points, target, unit: measured.unit, low: least - margin, high: most + margin }
}

/** The value that decided a market; undefined if none did, or none that can be drawn. */
export function decidingValue(proof: DecisionProof): MeasuredAt | undefined {
  const { observation, reference, rule } = proof
  const { unit, fields } = kindOf(rule.condition)
  const { bps, target = reference && bps !== undefined ? changed(reference, Number(bps)) : undefined } =
    rule.condition
  const isCounted = fields.length > 0 && proof.evidence?.type !== 'attestation'
  if (!isCounted || target === undefined || !observation || observation.value === null) return undefined
  const currentCount = Number(observation.value) * 10 ** Number(observation.exponent)
  return { measured: { currentCount, target, unit }, at: toSeconds(observation.observedAt) }
}

/** A price that has changed by basis points, without the noise of floating point. */
function changed({ value, exponent }: { value: string; exponent: Decimal }, bps: number): number {
  return Number((Number(value) * 10 ** Number(exponent) * (1 + bps / 10_000)).toPrecision(12))
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
