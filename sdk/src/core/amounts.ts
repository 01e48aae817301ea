// Amounts: exact conversion between whole units of a currency, as people write them, and base units.

import { InvalidInputError } from './errors.ts'

/** The largest amount the program can hold, in base units. */
export const MAX_U64 = 2n ** 64n - 1n

/** Decimals of a mint are one byte on chain. */
const MAX_DECIMALS = 255

/** Digits of `MAX_U64`; a longer integer is too large. */
const MAX_INTEGER_DIGITS = 20

/** A decimal of up to this many significant digits is exact as a JavaScript number. */
const EXACT_NUMBER_DIGITS = 15

const PLAIN_DECIMAL = /^(0|[1-9]\d*)(?:\.(\d+))?$/
const NUMBER_TEXT = /^(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/

/**
 * Parses an amount in whole units of a currency as base units, exactly.
 *
 * A string is plain decimal notation: digits, and optionally a point and more digits. A number counts as
 * its shortest decimal text, so `1e-9` is 0.000000001; one that needs more than 15 significant digits is
 * refused, because it may differ from the decimal that was written.
 *
 * @param amount - the amount, such as `'1.5'`, `'0.000000001'` or `2`
 * @param decimals - decimals of the currency, such as `SOL_DECIMALS`
 * @param field - what errors call the amount
 * @throws InvalidInputError if the amount is not exactly representable in base units of a u64
 * @example parseAmount('1.5', SOL_DECIMALS) // 1_500_000_000n
 */
export function parseAmount(amount: string | number, decimals: number, field = 'amount'): bigint {
  requireDecimals(decimals)
  const text = typeof amount === 'number' ? numberText(amount, field) : amount
  const match = typeof text === 'string' ? PLAIN_DECIMAL.exec(text) : null
  if (!match) throw new InvalidInputError(field, 'must be a plain decimal number, such as 1.5')

  const [, integer = '', fraction = ''] = match
  if (fraction.length > decimals) {
    const hint = fraction.length >= EXACT_NUMBER_DIGITS ? ': send a string, or round' : ''
    throw new InvalidInputError(
      field,
      `must have at most ${decimals} decimals, got ${fraction.length}${hint}`,
    )
  }
  const isLong = integer.length > MAX_INTEGER_DIGITS
  const units = isLong ? null : BigInt(integer + fraction.padEnd(decimals, '0'))
  if (units === null || units > MAX_U64) {
    throw new InvalidInputError(field, `must be at most ${formatAmount(MAX_U64, decimals)}`)
  }
  return units
}

/**
 * Prints base units as whole units of a currency, exactly and without trailing zeros. Sums beyond a u64
 * and negative differences print too.
 *
 * @example formatAmount(1_500_000_000n, SOL_DECIMALS) // '1.5'
 */
export function formatAmount(units: bigint, decimals: number): string {
  requireDecimals(decimals)
  const sign = units < 0n ? '-' : ''
  const digits = (units < 0n ? -units : units).toString().padStart(decimals + 1, '0')
  const split = digits.length - decimals
  const fraction = digits.slice(split).replace(/0+$/, '')
  return sign + digits.slice(0, split) + (fraction && `.${fraction}`)
}

function requireDecimals(decimals: number): void {
  if (!Number.isInteger(decimals) || decimals < 0 || decimals > MAX_DECIMALS) {
    throw new InvalidInputError('decimals', `must be a whole number from 0 to ${MAX_DECIMALS}`)
  }
}

/** The shortest decimal that reads back as `value`, in plain notation. */
function numberText(value: number, field: string): string {
  if (!Number.isFinite(value)) throw new InvalidInputError(field, 'must be a finite number')
  if (value < 0) throw new InvalidInputError(field, 'must not be negative')

  const match = NUMBER_TEXT.exec(String(value))
  if (!match) throw new InvalidInputError(field, 'must be a plain decimal number, such as 1.5')
  const [, integer = '', fraction = '', exponent = '0'] = match
  const digits = integer + fraction
  if (digits.replace(/^0+|0+$/g, '').length > EXACT_NUMBER_DIGITS) {
    throw new InvalidInputError(
      field,
      `has more than ${EXACT_NUMBER_DIGITS} significant digits, which a number cannot carry exactly: give a string, or round`,
    )
  }
  return shiftPoint(digits, integer.length + Number(exponent))
}

/** Writes `digits` with the decimal point after the first `position` of them; pads with zeros if it lies outside. */
function shiftPoint(digits: string, position: number): string {
  const padded = position < 1 ? '0'.repeat(1 - position) + digits : digits.padEnd(position, '0')
  const split = Math.max(position, 1)
  const fraction = padded.slice(split)
  return (padded.slice(0, split).replace(/^0+(?=\d)/, '') || '0') + (fraction && `.${fraction}`)
}
