// Exact decimals as the program stores them: parsing and printing.

import { MAX_TARGET_EXPONENT } from '../../idl/limits.ts'
import { MAX_U64 } from '../amounts.ts'
import { InvalidInputError } from '../errors.ts'

/**
 * An exact decimal as the program stores it: `mantissa × 10^exponent`. The mantissa has no trailing zeros, so that
 * every value has one form: 250 is 25 × 10^1, and zero is 0 × 10^0.
 */
export interface Decimal {
  mantissa: bigint
  exponent: number
}

/** More digits than any decimal of the program can need. */
const MAX_TEXT = 128

const PLAIN_DECIMAL = /^(0|[1-9]\d*)(?:\.(\d+))?$/

/**
 * Parses a plain decimal number, such as `'250'` or `'0.000025'`, exactly.
 *
 * @param field - what errors call the number
 * @throws InvalidInputError if it is not a plain decimal, or not one the program can hold
 */
export function parseDecimal(text: string, field = 'target'): Decimal {
  const match = typeof text === 'string' && text.length <= MAX_TEXT ? PLAIN_DECIMAL.exec(text) : null
  if (!match) throw new InvalidInputError(field, 'must be a plain decimal number, such as 0.25')

  const [, integer = '', fraction = ''] = match
  const digits = integer + fraction
  const significant = digits.replace(/0+$/, '')
  if (significant === '') return { mantissa: 0n, exponent: 0 }
  const mantissa = BigInt(significant)
  if (mantissa > MAX_U64) throw new InvalidInputError(field, 'has too many digits')
  const exponent = digits.length - significant.length - fraction.length
  if (exponent > MAX_TARGET_EXPONENT) throw new InvalidInputError(field, 'is too large')
  if (exponent < -MAX_TARGET_EXPONENT) {
    throw new InvalidInputError(field, `has more than ${MAX_TARGET_EXPONENT} decimals`)
  }
  return { mantissa, exponent }
}

/** Prints a decimal in plain notation; {@link parseDecimal} reads it back. */
export function formatDecimal({ mantissa, exponent }: Decimal): string {
  if (exponent >= 0) return (mantissa * 10n ** BigInt(exponent)).toString()
  const digits = mantissa.toString().padStart(1 - exponent, '0')
  const fraction = digits.slice(exponent).replace(/0+$/, '')
  return digits.slice(0, exponent) + (fraction && `.${fraction}`)
}
