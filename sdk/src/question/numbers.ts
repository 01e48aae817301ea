// Reads numbers as people write them: `$150k`, `2.5 million`, `50c`.

import { type Decimal, formatDecimal, parseDecimal } from '../core/condition/decimal.ts'
import { groupDigits } from '../core/condition/describe.ts'
import { InvalidInputError } from '../core/errors.ts'
import { table } from './phrases.ts'
import { COMPARE, GIVE_VALUE, refuse } from './refusal.ts'

/** Powers of ten of the words and suffixes that can follow a number. */
export const SCALES = table(
  [3, 'k|thousand|grand'],
  [6, 'm|mil|mln|mm|million'],
  [9, 'b|bn|bil|billion'],
  [12, 't|trillion'],
  // `50c` is half a dollar.
  [-2, 'c'],
)

/** Every word and suffix that multiplies a number. */
export const SCALE_WORDS: readonly string[] = [...SCALES.keys()]

const PLAIN = /^(?:0|[1-9]\d*|[1-9]\d{0,2}(?:,\d{3})+)(?:\.\d+)?$/

/** A number as it was written, and its value: `150k` has the value `150000`. */
export interface WrittenNumber {
  value: string
  /** Written with a dollar sign or `USD`. */
  dollars: boolean
  /** Nothing but digits, such as a year or a day could be. */
  bare: boolean
  /** Without a dollar sign or a scale, such as an amount of something could be. */
  isAmount: boolean
}

/** Reads digits with their separators, a dollar sign on either side, and a suffix. */
export function readNumber(raw: string, digits: string, suffix: string, hasSign: boolean): WrittenNumber {
  const unit = suffix.trim().toLowerCase()
  if (unit === '%') refuse(`${raw} is a percentage`, COMPARE)
  if (unit === 'x') refuse(`${raw} is a multiple`, GIVE_VALUE)
  const isOrdinal = /^(?:st|nd|rd|th)$/.test(unit)
  const isUnit = unit === '' || unit === 'usd' || isOrdinal
  // `300C$` is Canadian.
  const scale = isUnit ? 0 : unit === 'c' && hasSign ? undefined : SCALES.get(unit)
  if (scale === undefined) refuse(`${raw} is not a number`, 'write numbers as 1,500.25, 150k or 2.5 million')
  // `December 01` is a day; no other number starts with a zero.
  const plain = digits.replace(/^0(?=\d$)/, '').replace(/^\./, '0.')
  checkSeparators(plain, suffix)
  return {
    value: scaled(plain.replaceAll(',', ''), scale, raw),
    dollars: hasSign || unit === 'usd' || unit === 'c',
    isAmount: !hasSign && isUnit,
    bare: !hasSign && (unit === '' || isOrdinal) && /^\d+$/.test(plain),
  }
}

/** Refuses numbers whose decimal separator is ambiguous. */
function checkSeparators(digits: string, suffix: string): void {
  if (/^[1-9]\d{0,2}\.\d{3}$/.test(digits) && suffix === '') {
    const thousands = digits.replace('.', ',')
    refuse(
      `${digits} can be read in two ways`,
      `write ${thousands} or ${digits}0`,
      { replace: [digits, thousands] },
      { replace: [digits, `${digits}0`] },
    )
  }
  if (PLAIN.test(digits)) return
  const better = rewritten(digits)
  refuse(`${digits} is not a number`, `write ${better}${suffix}`, { replace: [digits, better] })
}

/** The number that was most likely meant: `4,500.50` for `4.500,50`, `150,000` for `150'000`. */
function rewritten(digits: string): string {
  const separators = digits.replace(/\d/g, '')
  const last = separators.at(-1) ?? ''
  const isDecimal = separators.split(last).length === 2 && digits.length - digits.lastIndexOf(last) !== 4
  const [whole = '', fraction = ''] = isDecimal ? digits.split(last) : [digits]
  const grouped = groupDigits(whole.replace(/\D/g, '').replace(/^0+(?=\d)/, ''))
  return fraction === '' ? grouped : `${grouped}.${fraction}`
}

/** Significant digits of a computed value, so that people can read it. */
const DIGITS = 8

/** A decimal, rounded to a few significant digits. */
export function rounded({ mantissa, exponent }: Decimal): string {
  const dropped = Math.max(0, mantissa.toString().length - DIGITS)
  const unit = 10n ** BigInt(dropped)
  return formatDecimal({ mantissa: (mantissa + unit / 2n) / unit, exponent: exponent + dropped })
}

/** `digits × 10^scale`, exactly; refuses a number that the program cannot hold. */
export function scaled(digits: string, scale: number, raw: string): string {
  try {
    const { mantissa, exponent } = parseDecimal(digits)
    const product = formatDecimal({ mantissa, exponent: mantissa === 0n ? 0 : exponent + scale })
    parseDecimal(product)
    return product
  } catch (error) {
    if (error instanceof InvalidInputError) {
      refuse(`${raw.slice(0, 40)} ${error.reason}`, 'write a number of at most 19 digits')
    }
    throw error
  }
}
