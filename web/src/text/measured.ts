import { type Comparison, kindOf } from '@prediction-market/sdk/condition'
import type { Condition, Decimal } from '../model/types.ts'

/** How far a condition is, as the gateway answers it. */
export interface Measured {
  currentCount: Decimal
  target: Decimal
  unit: string
}

const MET: Record<Comparison, (value: number, target: number) => boolean> = {
  above: (value, target) => value > target,
  atLeast: (value, target) => value >= target,
  below: (value, target) => value < target,
  atMost: (value, target) => value <= target,
}

/** Short names of large numbers, the largest first. */
const SCALES: readonly (readonly [size: number, name: string])[] = [
  [1e12, 'T'],
  [1e9, 'B'],
  [1e6, 'M'],
]

/** Whether a measured value meets its condition now. */
export function isMet(
  { comparison = 'atLeast' }: Pick<Condition, 'comparison'>,
  measured: Measured,
): boolean {
  return MET[comparison](Number(measured.currentCount), Number(measured.target))
}

/** A measured value in three to four significant digits: `$150.0`, `$1.79B`, `1,234 holders`. */
export function formatMeasured(value: Decimal, unit: string): string {
  const number = Number(value)
  const [size, name] = SCALES.find(([least]) => Math.abs(number) >= least) ?? [1, '']
  const scaled = number / size
  const digits = Math.abs(scaled) >= 1_000 ? 5 : name ? 3 : 5
  const text = `${scaled.toLocaleString('en-US', { maximumSignificantDigits: digits })}${name}`
  return unit === 'USD' ? `$${text}` : `${text} ${unit}`
}

/** A target with every digit, and in a short form where that loses none: `$155`, `$1.85B`, `87T tokens`. */
export function formatTarget(target: Decimal, unit: string): string {
  const number = Number(target)
  const [size] = SCALES.find(([least]) => Math.abs(number) >= least) ?? [1]
  const scaled = number / size
  if (Number(scaled.toPrecision(size === 1 ? 5 : 3)) === scaled) return formatMeasured(target, unit)
  const text = number.toLocaleString('en-US', { maximumFractionDigits: 12 })
  return unit === 'USD' ? `$${text}` : `${text} ${unit}`
}

/** A label of an axis with a range of values: no more digits than tell its labels apart. */
export function formatTick(value: number, range: number, unit: string): string {
  const [size, name] = SCALES.find(([least]) => Math.abs(value) >= least) ?? [1, '']
  const decimals = Math.min(Math.max(0, 1 - Math.floor(Math.log10(range / size))), 12)
  const text = (value / size).toLocaleString('en-US', { maximumFractionDigits: decimals })
  return unit === 'USD' ? `$${text}${name}` : `${text}${name}`
}

/** Whether a condition measures a number that can be drawn, rather than a fact or an event. */
export function isCounted(condition: Condition): boolean {
  return kindOf(condition).fields.length > 0
}

/** What is measured now and how far that is from its target, for a card; null where nothing can be read. */
export function describeNow(
  condition: Condition,
  measured: Measured | undefined,
): [now: string, away: string] | null {
  if (!measured) return null
  const { fact } = kindOf(condition)
  if (fact) {
    const [no, yes] = fact
    return [Number(measured.currentCount) >= Number(measured.target) ? yes : no, '']
  }
  const now = formatMeasured(measured.currentCount, measured.unit)
  if (isMet(condition, measured)) return [now, 'met now']
  const [value, target] = [Number(measured.currentCount), Number(measured.target)]
  const share = value > 0 ? Math.abs(target / value - 1) * 100 : Number.POSITIVE_INFINITY
  return [now, share < 1_000 ? `${share.toFixed(share < 1 ? 2 : 1)}% away` : 'far away']
}
