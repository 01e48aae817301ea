// Words proposals, the plainest question for a metric and a value, and finds from which side a value is met.

import { type Decimal, parseDecimal } from '../core/condition/decimal.ts'
import { COMPARISON_TEXT, groupDigits } from '../core/condition/text.ts'
import type { Comparison, Condition } from '../core/condition/types.ts'
import { findFeedById } from '../core/feeds/lookup.ts'
import type { QuestionMeasure } from './measure.ts'
import { refuse } from './refusal.ts'
import type { Value } from './value.ts'
import { grammarOf, type Metric } from './vocabulary.ts'

/** The plainest words for a measured quantity, for proposals of what to ask instead. */
export interface Phrasing {
  /** `SOL`, `BONK's market cap`, `this token`. */
  subject: string
  /** `$250`, `1,000 holders`. */
  value: string
  isCounted: boolean
}

const CHANGES: Record<Comparison, string> = {
  above: 'rise above',
  atLeast: 'rise to',
  below: 'fall below',
  atMost: 'fall to',
}

/** A quantity that has values. */
export type MeasuredValue = Extract<QuestionMeasure, { type: Metric }>

/**
 * Finds the words for what is measured and a value of it.
 *
 * @param saysPrice - whether the question says "price", so that any value is a price
 */
export function phrase(measured: MeasuredValue, { target, words }: Value, saysPrice: boolean): Phrasing {
  const grammar = grammarOf(measured.type)
  const symbol = 'feed' in measured ? (findFeedById(measured.feed)?.symbol ?? '') : ''
  const phrased = grammar.phrase({ symbol, words, digits: groupDigits(target), isNamed: saysPrice })
  return { ...phrased, isCounted: grammar.isCounted }
}

/** The words for a condition that has a target. */
export function phraseOf(condition: MeasuredValue & { target: string }): Phrasing {
  const { target } = condition
  return phrase(condition, { target, words: groupDigits(target) }, true)
}

/** Whether a comparison is met from below. */
export function isRise(comparison: Comparison): boolean {
  return comparison === 'above' || comparison === 'atLeast'
}

/** A question, in quotes, whether a value is met at any time: `"Will SOL rise above $250?"`. */
export function askChange({ subject, value, isCounted }: Phrasing, comparison: Comparison, when = '') {
  const verb = isCounted && comparison === 'atLeast' ? 'reach' : CHANGES[comparison]
  return `"Will ${subject} ${verb} ${value}${when && ` ${when}`}?"`
}

/** A question, in quotes, whether a value is met at one moment: `"Will SOL be above $250 at expiry?"`. */
export function askState(
  { subject, value, isCounted }: Phrasing,
  comparison: Comparison,
  when = 'at expiry',
): string {
  return `"Will ${subject} ${isCounted ? 'have' : 'be'} ${COMPARISON_TEXT[comparison]} ${value} ${when}?"`
}

/** The opposite of each comparison. */
export const OPPOSITE: Record<Comparison, Comparison> = {
  above: 'atMost',
  atMost: 'above',
  atLeast: 'below',
  below: 'atLeast',
}

/** Compares two exact decimals: negative if the first is smaller, 0 if they are equal. */
export function compareDecimals(one: string, other: string): number {
  const [left, right] = [parseDecimal(one), parseDecimal(other)]
  const exponent = Math.min(left.exponent, right.exponent)
  const difference = atExponent(left, exponent) - atExponent(right, exponent)
  return difference < 0n ? -1 : difference > 0n ? 1 : 0
}

function atExponent({ mantissa, exponent }: Decimal, common: number): bigint {
  return mantissa * 10n ** BigInt(exponent - common)
}

/** Whether a value meets a comparison with a target. */
function holds(comparison: Comparison, value: string, target: string): boolean {
  const side = compareDecimals(value, target)
  const isEqual = side === 0
  if (comparison === 'atLeast' || comparison === 'atMost') {
    return isEqual || side > 0 === isRise(comparison)
  }
  return !isEqual && side > 0 === isRise(comparison)
}

/**
 * Finds from which side a value is reached, for verbs such as `hit` or `cross`.
 *
 * @param beyond - the value must be passed, not only reached
 */
export function directionOf(
  phrasing: Phrasing,
  target: string,
  beyond: boolean,
  currentValue: string | undefined,
): Comparison {
  const rising = beyond ? 'above' : 'atLeast'
  const falling = beyond ? 'below' : 'atMost'
  if (currentValue === undefined) {
    // "Hit 1,000 holders" means to grow to them, unless there are more already.
    if (phrasing.isCounted) return rising
    const [up, down] = [askChange(phrasing, rising), askChange(phrasing, falling)]
    return refuse('the question does not say in which direction', `ask ${up} or ${down}`)
  }
  const side = compareDecimals(currentValue, target)
  if (side === 0) refuseAlready(phrasing, rising, target, currentValue)
  return side < 0 ? rising : falling
}

/** Refuses a condition that would be decided as soon as the market opens. */
export function refuseMet(condition: Condition, currentValue: string | undefined): void {
  if (condition.timing === 'atExpiry' || currentValue === undefined || condition.type === 'event') return
  if (condition.type === 'migration') {
    if (currentValue !== '0') {
      refuse('the token has migrated already', 'ask about its holders or its market cap')
    }
    return
  }
  const { comparison, target } = condition
  if (!holds(comparison, currentValue, target)) return
  refuseAlready(phraseOf(condition), comparison, target, currentValue)
}

function refuseAlready(
  phrasing: Phrasing,
  comparison: Comparison,
  target: string,
  currentValue: string,
): never {
  const isRising = isRise(comparison)
  const isEqual = compareDecimals(currentValue, target) === 0
  const back: Comparison = isRising ? (isEqual ? 'below' : 'atMost') : isEqual ? 'above' : 'atLeast'
  return refuse(
    `this is already true, since the value is ${groupDigits(currentValue)} now`,
    `ask ${askChange(phrasing, back)} or ${askState(phrasing, comparison)}`,
  )
}
