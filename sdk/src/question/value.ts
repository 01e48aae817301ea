import { findFeed } from '../feeds/lookup.ts'
import type { Cursor } from './cursor.ts'
import { scaled, scaleOf } from './numbers.ts'
import { refuse } from './refusal.ts'
import { FOREIGN_CURRENCIES } from './vocabulary.ts'

/** A value that a question names. */
export interface Value {
  /** An exact decimal. */
  target: string
  /** Whether it says so. */
  unit?: 'dollars' | 'tokens'
  /** As it was written, without its unit. */
  words: string
}

const NUMBER_WORDS: ReadonlyMap<string, string> = new Map([
  ['a', '1'],
  ['an', '1'],
  ['half a', '0.5'],
  ...'one two three four five six seven eight nine ten eleven twelve'
    .split(' ')
    .map((word, index): [string, string] => [word, String(index + 1)]),
  ...'twenty thirty forty fifty sixty seventy eighty ninety'
    .split(' ')
    .map((word, index): [string, string] => [word, String((index + 2) * 10)]),
])

const DOLLARS = ['usd', 'dollars', 'dollar', 'us dollars', 'bucks', 'buck']
const CENTS = ['cents', 'cent', '¢', 'penny', 'pennies']

/** Reads a number and its unit: `$250`, `250 USD`, `20 cents`, `a million`, `half a billion`, `one dollar`. */
export function readValue(cursor: Cursor): Value | undefined {
  return cursor.attempt(() => {
    const { found: number, words } = cursor.quote(() => readNumber(cursor))
    if (!number) return undefined
    if (cursor.phrase(...CENTS)) return { target: scaled(number.value, -2, words), unit: 'dollars', words }
    const isDollars = cursor.phrase(...DOLLARS) || number.dollars
    if (!isDollars && number.needsUnit && !cursor.startsWith(COUNTED)) return undefined
    requireDollars(cursor)
    const value: Value = { target: number.value, words: words.replace(/^(?:US)?\$ ?| ?\$$/, '') }
    return isDollars ? { ...value, unit: 'dollars' } : value
  })
}

/** Units that a number word alone can count. */
const COUNTED: ReadonlyMap<string, true> = new Map([
  ['holders', true],
  ['holder', true],
  ['tokens', true],
  ['token', true],
])

function readNumber(cursor: Cursor): { value: string; dollars: boolean; needsUnit: boolean } | undefined {
  const token = cursor.take('number')
  if (token) return { value: token.value, dollars: token.dollars, needsUnit: false }
  const factor = cursor.longest(NUMBER_WORDS)
  if (factor === undefined) return undefined
  const hundreds = cursor.phrase('hundred') ? 2 : 0
  const scale = scaleOf(cursor.word() ?? '')
  if (scale !== undefined) cursor.takeWord()
  const power = hundreds + (scale ?? 0)
  return { value: scaled(factor, power, factor), dollars: false, needsUnit: power === 0 }
}

/** Refuses a word after the number that is a currency, or an asset used as one. */
function requireDollars(cursor: Cursor): void {
  const word = cursor.word()
  if (word === undefined || !(FOREIGN_CURRENCIES.has(word) || findFeed(word))) return
  refuse(`values in ${word.toUpperCase()} are not understood`, 'give them in US dollars, as in $200')
}
