import { JsonNumber } from './read.ts'

/** No number that makes sense here has its point further away. */
const MAX_EXPONENT = 40

/** No decimal that makes sense here is longer. */
const MAX_LENGTH = 128

/**
 * A decimal in plain notation from a number or a string of a request, digit by digit: `1e-9` is 0.000000001.
 * Strings stay as they are, for whoever reads them to judge.
 *
 * @returns `null` if it is neither, negative, or beyond all measure
 */
export function plainDecimal(value: unknown): string | null {
  if (typeof value === 'string') return value.length <= MAX_LENGTH ? value : null
  if (!(value instanceof JsonNumber) || value.text.length > MAX_LENGTH) return null
  const match = /^(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(value.text)
  if (!match) return null
  const [, whole = '', fraction = '', power = '0'] = match
  const exponent = Number(power)
  if (Math.abs(exponent) > MAX_EXPONENT) return null
  if (exponent === 0) return value.text.replace(/[eE].*/, '')
  return shift(whole + fraction, whole.length + exponent)
}

/** The digits with the point after so many of them, and without zeros that say nothing. */
function shift(digits: string, point: number): string {
  const padded = point < 1 ? '0'.repeat(1 - point) + digits : digits.padEnd(point, '0')
  const split = Math.max(point, 1)
  const whole = padded.slice(0, split).replace(/^0+(?=\d)/, '')
  const fraction = padded.slice(split).replace(/0+$/, '')
  return whole + (fraction && `.${fraction}`)
}
