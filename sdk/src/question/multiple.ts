// The price that a multiple of the present one is: "double", "a 10x", "halve".

import { parseDecimal } from '../core/condition/decimal.ts'
import { groupDigits } from '../core/condition/describe.ts'
import { rounded } from './numbers.ts'

const MULTIPLE =
  /\b(?:(?:do|make|go|pull) (?:an? )?)?(\d{1,4}(?:\.\d{1,2})?) ?x\b|\b(double|triple|quadruple|halve)\b(?: in (?:price|value)\b)?/i

const FACTORS: Record<string, string> = { double: '2', triple: '3', quadruple: '4', halve: '0.5' }

/**
 * A question for a multiple of the present value, with the value that it means now.
 *
 * @returns `undefined` if it asks for no multiple
 */
export function withValue(question: string, currentValue: string): string | undefined {
  const [words, digits, verb = ''] = MULTIPLE.exec(question) ?? []
  if (words === undefined) return undefined
  const [value, factor] = [currentValue, digits ?? FACTORS[verb.toLowerCase()] ?? '1'].map((one) =>
    parseDecimal(one),
  )
  if (!value || !factor) return undefined
  const exponent = value.exponent + factor.exponent
  const target = rounded({ mantissa: value.mantissa * factor.mantissa, exponent })
  const isRise = !/^0/.test(digits ?? '') && verb.toLowerCase() !== 'halve'
  return question.replace(words, () => `${isRise ? 'rise' : 'fall'} to $${groupDigits(target)}`)
}
