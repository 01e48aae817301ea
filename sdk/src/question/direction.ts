// Directions of conditions: from which side a value is met, and whether it is met already.

import { type Decimal, parseDecimal } from '../core/condition/decimal.ts'
import { groupDigits } from '../core/condition/describe.ts'
import type { Comparison, Condition } from '../core/condition/types.ts'

import { askChange, askState, type MeasuredValue, type Phrasing, phrase } from './phrasing.ts'
import { refuse } from './refusal.ts'

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
  switch (comparison) {
    case 'above':
      return side > 0
    case 'atLeast':
      return side >= 0
    case 'below':
      return side < 0
    case 'atMost':
      return side <= 0
  }
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
  refuseAlready(phrasingOf(condition, target), comparison, target, currentValue)
}

function phrasingOf(measured: MeasuredValue, target: string): Phrasing {
  return phrase(measured, { target, words: groupDigits(target) }, true)
}

function refuseAlready(
  phrasing: Phrasing,
  comparison: Comparison,
  target: string,
  currentValue: string,
): never {
  const isRising = comparison === 'above' || comparison === 'atLeast'
  const isEqual = compareDecimals(currentValue, target) === 0
  const back: Comparison = isRising ? (isEqual ? 'below' : 'atMost') : isEqual ? 'above' : 'atLeast'
  return refuse(
    `this is already true, since the value is ${groupDigits(currentValue)} now`,
    `ask ${askChange(phrasing, back)} or ${askState(phrasing, comparison, 'at expiry')}`,
  )
}
