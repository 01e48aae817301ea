// What a market measures, in words: the value, its target, and how far it is from it.

import { CONDITION_KINDS, type Comparison, kindOf } from '@prediction-market/sdk/condition'
import type { Condition, Decimal } from '../model/types.ts'
import { t } from './language.ts'
import { formatNumber, formatPercent } from './numbers.ts'

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

/** Numbers from which on a short name replaces digits, such as `1.79B`, the largest first. */
const SCALES = [1e12, 1e9, 1e6]

/** Whether a measured value meets its condition now. */
export function isMet(
  { comparison = 'atLeast' }: Pick<Condition, 'comparison'>,
  measured: Measured,
): boolean {
  return MET[comparison](Number(measured.currentCount), Number(measured.target))
}

/** Digits with their unit: `$150`, `87T tokens`. */
export function withUnit(digits: string, unit: string): string {
  if (unit === 'USD') return `$${digits}`
  const type = CONDITION_KINDS.find((kind) => kind.unit === unit)?.type
  return `${digits} ${type ? t().kinds[type].unit : unit}`
}

/** A measured value in three to five significant digits: `$150.0`, `$1.79B`, `1,234 holders`. */
export function formatMeasured(value: Decimal, unit: string): string {
  const number = Number(value)
  const options = isLarge(number)
    ? ({ notation: 'compact', maximumSignificantDigits: 3 } as const)
    : { maximumSignificantDigits: 5 }
  return withUnit(formatNumber(number, options), unit)
}

/** Digits that prices have at least, and at most. */
const PRICE_DIGITS = { least: 6, most: 16 }

/** Prices with as many digits as tell those that differ apart: `$95,077.1`, `$95,077.4`. */
export function formatPrices(prices: readonly Decimal[]): string[] {
  const count = new Set(prices.map(Number)).size
  for (let digits = PRICE_DIGITS.least; ; digits += 1) {
    const exact = { minimumSignificantDigits: digits, maximumSignificantDigits: digits }
    const texts = prices.map((price) => withUnit(formatNumber(Number(price), exact), 'USD'))
    if (digits === PRICE_DIGITS.most || new Set(texts).size === count) return texts
  }
}

/** A target with every digit, and in a short form where that loses none: `$155`, `$1.85B`, `87T tokens`. */
export function formatTarget(target: Decimal, unit: string): string {
  const number = Number(target)
  const scaled = number / scaleOf(number)
  const isShort = Number(scaled.toPrecision(isLarge(number) ? 3 : 5)) === scaled
  if (isShort) return formatMeasured(target, unit)
  return withUnit(formatNumber(number, { maximumFractionDigits: 12 }), unit)
}

/** A label of an axis with a range of values: no more digits than tell its labels apart. */
export function formatTick(value: number, range: number, unit: string): string {
  const scale = scaleOf(value)
  const decimals = Math.min(Math.max(0, 1 - Math.floor(Math.log10(range / scale))), 12)
  const rounded = Number((value / scale).toFixed(decimals)) * scale
  const digits = formatNumber(rounded, {
    maximumFractionDigits: decimals,
    notation: isLarge(value) ? 'compact' : 'standard',
  })
  return unit === 'USD' ? withUnit(digits, unit) : digits
}

function isLarge(number: number): boolean {
  return scaleOf(number) > 1
}

function scaleOf(number: number): number {
  return SCALES.find((least) => Math.abs(number) >= least) ?? 1
}

/** Whether a condition measures a number that can be drawn, rather than a fact or an event. */
export function isCounted(condition: Condition): boolean {
  return kindOf(condition).fields.length > 0
}

/** What to say of a condition that is a fact: whether it is so; null for one that is a value. */
export function describeFact(condition: Condition, measured: Measured): string | null {
  const { fact } = t().kinds[condition.type]
  if (!fact) return null
  const [no, yes] = fact
  return Number(measured.currentCount) >= Number(measured.target) ? yes : no
}

/** What is measured now and how far that is from its target, for a card; null where nothing can be read. */
export function describeNow(
  condition: Condition,
  measured: Measured | undefined,
): [now: string, away: string] | null {
  if (!measured) return null
  const fact = describeFact(condition, measured)
  if (fact !== null) return [fact, '']
  const words = t().common.measured
  const now = formatMeasured(measured.currentCount, measured.unit)
  if (isMet(condition, measured)) return [now, words.met]
  const [value, target] = [Number(measured.currentCount), Number(measured.target)]
  const share = value > 0 ? Math.abs(target / value - 1) * 100 : Number.POSITIVE_INFINITY
  return [now, share < 1_000 ? words.away(formatPercent(share, share < 1 ? 2 : 1)) : words.farAway]
}
