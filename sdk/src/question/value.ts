// Reads values: numbers with their unit, in digits or words.

import { parseDecimal } from '../core/condition/decimal.ts'
import { groupDigits } from '../core/condition/describe.ts'
import { findFeed } from '../core/feeds/lookup.ts'
import { isTooLong } from './characters.ts'
import type { Cursor } from './cursor.ts'
import { rounded, SCALES, scaled } from './numbers.ts'
import { list, table } from './phrases.ts'
import { refuse } from './refusal.ts'
import { FOREIGN_CURRENCIES, METRIC_NOUNS } from './vocabulary.ts'

/** A value that a question names. */
export interface Value {
  /** An exact decimal. */
  target: string
  /** The unit, if it is named. */
  unit?: 'dollars' | 'tokens'
  /** As it was written, without its unit. */
  words: string
}

/** The numbers below twenty, in words. */
export const NUMBER_WORDS = table(
  ...list(
    'one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|' +
      'eighteen|nineteen',
  ).map((word, index): [number, string] => [index + 1, word]),
)

const TENS = table(
  ...list('twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety').map((word, index): [number, string] => [
    (index + 2) * 10,
    word,
  ]),
)

const DOLLARS = 'usd|dollars|dollar|us dollars|bucks|buck'

/**
 * Reads a number and its unit: `$250`, `250 USD`, `20 cents`, `a million`, `half a billion`, `one dollar`.
 *
 * @param checksUnit - whether to refuse another currency after it
 */
export function readValue(cursor: Cursor, checksUnit = true): Value | undefined {
  return cursor.attempt(() => {
    refuseForeign(cursor)
    const { found: number, words } = cursor.quote(() => readNumber(cursor))
    if (!number) return undefined
    if (cursor.phrase('cents|cent|¢|penny|pennies'))
      return { target: scaled(number.value, -2, words), unit: 'dollars', words }
    const isDollars = cursor.phrase(DOLLARS) || number.dollars
    const isCounted = isDollars || cursor.startsWith('holders|holder|tokens|token')
    if (!isCounted && number.needsUnit) return undefined
    if (checksUnit) requireDollars(cursor)
    const value: Value = { target: number.value, words: words.replace(/^(?:USD?)?\$ ?|^USD ?| ?\$$/i, '') }
    return isDollars ? { ...value, unit: 'dollars' } : value
  })
}

/** Whether a value comes next. */
export function startsWithValue(cursor: Cursor): boolean {
  let found = false
  cursor.attempt(() => {
    found = readValue(cursor) !== undefined
    return undefined
  })
  return found
}

interface FoundNumber {
  value: string
  dollars: boolean
  needsUnit: boolean
}

function readNumber(cursor: Cursor): FoundNumber | undefined {
  const token = cursor.take('number')
  if (token) {
    const { value, dollars, bare } = token
    return (bare && readFigures(cursor, Number(value))) || { value, dollars, needsUnit: false }
  }
  if (cursor.phrase('half a')) return scaleWords(cursor, '0.5', 0)
  if (cursor.phrase('a quarter|a quarter of a')) return scaleWords(cursor, '0.25', 0)
  if (cursor.phrase('a|an')) return scaleWords(cursor, '1', 0)
  const below = readBelowThousand(cursor)
  if (below === undefined) return undefined
  return readFigures(cursor, below) ?? scaleWords(cursor, String(below), below)
}

/** Reads `figures` after their number: six are 100,000 dollars. */
function readFigures(cursor: Cursor, count: number): FoundNumber | undefined {
  const isSaid = count > 1 && count < 13 && cursor.phrase('figures')
  return isSaid ? { value: `1${'0'.repeat(count - 1)}`, dollars: true, needsUnit: false } : undefined
}

/** `fifty`, `twenty five`, `one hundred and fifty`. */
function readBelowThousand(cursor: Cursor): number | undefined {
  const first = readBelowHundred(cursor)
  if (first === undefined || !cursor.phrase('hundred')) return first
  const rest = cursor.attempt(() => {
    cursor.phrase('and')
    return readBelowHundred(cursor)
  })
  return first * 100 + (rest ?? 0)
}

/** Reads a number below a hundred in words. */
export function readBelowHundred(cursor: Cursor): number | undefined {
  const tens = cursor.longest(TENS)
  const units = cursor.longest(NUMBER_WORDS)
  return tens === undefined && units === undefined ? undefined : (tens ?? 0) + (units ?? 0)
}

/** `thousand`, `hundred million`; a number word without one needs a unit, because `a` and `one` have other meanings. */
function scaleWords(cursor: Cursor, factor: string, below: number): FoundNumber {
  const hundreds = below === 0 && cursor.phrase('hundred') ? 2 : 0
  const scale = SCALES.get(cursor.word() ?? '')
  if (scale !== undefined) cursor.take('word')
  const power = hundreds + (scale ?? 0)
  return { value: scaled(factor, power, factor), dollars: false, needsUnit: power === 0 && below < 100 }
}

/** Refuses a word after the number that is a currency, or an asset used as one. */
function requireDollars(cursor: Cursor): void {
  const {
    found: word,
    words,
    replaced,
  } = cursor.quote(() => {
    const next = cursor.take('word')?.text
    if (next === undefined) return undefined
    const isAsset = findFeed(next) !== undefined && !cursor.startsWith(METRIC_NOUNS)
    return isForeign(cursor, next) || isAsset ? next : undefined
  })
  if (word === undefined) return
  refuse(
    `values in ${words} are not understood`,
    'give them in US dollars, as in $200',
    replaced('US dollars'),
  )
}

/** Refuses `CAD 200`. */
function refuseForeign(cursor: Cursor): void {
  const word = cursor.word()
  if (word === undefined || !FOREIGN_CURRENCIES.has(word) || cursor.peek(1)?.kind !== 'number') return
  const { replaced } = cursor.quote(() => cursor.take('word'))
  refuse(
    `values in ${word.toUpperCase()} are not understood`,
    'give them in US dollars, as in $200',
    replaced('USD'),
  )
}

/** A currency, and the `dollars` that may follow its country. */
function isForeign(cursor: Cursor, word: string): boolean {
  if (!FOREIGN_CURRENCIES.has(word)) return false
  cursor.phrase('dollars|dollar|francs|franc|kong dollars')
  return true
}

const MULTIPLE =
  /\b(?:at least )?(?:(?:do|make|go|pull) (?:an? )?)?(\d{1,4}(?:\.\d{1,2})?) ?x\b|\b(?:at least )?(double|triple|quadruple|halve)\b(?: in (?:price|value)\b)?/i

const FACTORS: Record<string, string> = { double: '2', triple: '3', quadruple: '4', halve: '0.5' }

/**
 * A question for a multiple of the present value, with the value that it means now.
 *
 * @returns `undefined` if it asks for no multiple
 */
export function withValue(question: string, currentValue: string): string | undefined {
  const [words, digits, verb = ''] = (isTooLong(question) ? null : MULTIPLE.exec(question)) ?? []
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
