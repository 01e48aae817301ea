// Converts numbers of requests to plain decimals, without losing a digit.

import { LosslessNumber } from 'lossless-json'

/** The largest exponent that is accepted. */
const MAX_EXPONENT = 40

/** The longest decimal that is accepted, in characters. */
const MAX_LENGTH = 128

/** The digits of a number that `readJson` returned; `undefined` for any other value. */
export function digitsOf(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value)
  return value instanceof LosslessNumber ? value.value : undefined
}

/**
 * Writes a number of a request without an exponent: `1e-9` becomes `0.000000001`. A string is returned as it is.
 *
 * @returns `null` for other types, for a negative number, and for one that is too long or too large
 */
export function plainDecimal(value: unknown): string | null {
  const text = typeof value === 'string' ? value : digitsOf(value)
  if (text === undefined || text.length > MAX_LENGTH) return null
  if (typeof value === 'string') return text
  const match = /^(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text)
  if (!match) return null
  const [, whole = '', fraction = '', power = '0'] = match
  const exponent = Number(power)
  if (Math.abs(exponent) > MAX_EXPONENT) return null
  if (exponent === 0) return text.replace(/[eE].*/, '')
  return shift(whole + fraction, whole.length + exponent)
}

/** Puts the decimal point after `point` digits, and drops leading and trailing zeros. */
function shift(digits: string, point: number): string {
  const padded = point < 1 ? '0'.repeat(1 - point) + digits : digits.padEnd(point, '0')
  const split = Math.max(point, 1)
  const whole = padded.slice(0, split).replace(/^0+(?=\d)/, '')
  const fraction = padded.slice(split).replace(/0+$/, '')
  return whole + (fraction && `.${fraction}`)
}
