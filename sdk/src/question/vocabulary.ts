// The vocabulary of questions, besides verbs and dates.

import { CONDITION_KINDS, type Condition, type Grammar, kindOf } from '../core/condition/kinds/index.ts'
import type { Comparison } from '../core/condition/types.ts'
import { CHANGE_WORDS, THAN } from './change-words.ts'
import { list, table } from './phrases.ts'
import { GERUND_VERBS, PERFECT_VERBS, THIRD_PERSON_VERBS, VERBS } from './verbs.ts'

/** Quantities that a question can measure. */
export type Metric = Extract<Condition, { target: string }>['type']

/**
 * When a claim must hold: at expiry, by it, or at any time before it. `end` is a bare `EOY` or `in 24 hours`: by then
 * for an event, at that time for a state. `during` is `this month`: by its end for an event, ambiguous for a state
 * (once or all the time). `ever` is any time, without an end.
 */
export type Timeframe = 'at' | 'by' | 'any' | 'end' | 'during' | 'ever'

/** Words that can stand before a number. */
export const COMPARISON_PHRASES = table<Comparison>(
  [
    'above',
    'above | over | more than | greater than | higher than | > | in excess of | north of | upwards of | past',
  ],
  ['atLeast', 'at least | at or above | at or over | no less than | no lower than | >= | ≥ | not less than'],
  ['atLeast', 'greater than or equal to | above or equal to | not below | a minimum of'],
  ['below', 'below | under | less than | lower than | fewer than | < | beneath | sub | south of'],
  ['atMost', 'at most | at or below | at or under | no more than | no higher than | <= | ≤ | not more than'],
  ['atMost', 'less than or equal to | below or equal to | not above'],
)

/** Negated comparisons; with "at any time" they may mean some time or all the time. */
export const NEGATIVE_COMPARISONS = table<true>(
  [true, 'no less than | no lower than | not less than | not below'],
  [true, 'no more than | no higher than | not more than | not above'],
)

/** Words that can stand after a number. */
export const COMPARISON_ENDINGS = table<Comparison>(
  ['atLeast', '+ | or more | or higher | or above | or over | or greater | or better | and above | and up'],
  ['atMost', 'or less | or lower | or below | or under | or fewer | and below'],
)

/** Words before a number that make it inexact. */
export const INEXACT = table<true>([
  true,
  'exactly | around | about | roughly | approximately | near | nearly | almost | close to | equal to | precisely',
])

/** How questions speak of a quantity. */
export function grammarOf(type: Metric): Grammar {
  return kindOf({ type }).grammar as Grammar
}

/** Nouns for what is measured. */
export const METRIC_NOUNS = table<Metric>(
  ...CONDITION_KINDS.flatMap(({ type, grammar }): [Metric, string][] =>
    grammar ? [[type as Metric, grammar.nouns]] : [],
  ),
)

/** Names for the token the market is about. */
export const TOKEN_PHRASES = [
  ...list('this token | the token | my token | our token | this coin | the coin | my coin | our coin'),
  ...list('this memecoin | this meme coin | this pump.fun token | this pumpfun token | this pump.fun coin'),
  ...list('this solana token | this | it | we'),
]

/** Words that can follow a migration without changing its meaning. */
export const MIGRATION_ENDINGS = [
  ...list('to pumpswap | to pump swap | onto pumpswap | on pumpswap'),
  ...list('from pump.fun | off pump.fun | on pump.fun | from pumpfun | off pumpfun | on pumpfun'),
  ...list('from the bonding curve | off the bonding curve | from its bonding curve | off its bonding curve'),
]

/** Ways of naming a moment without a date. */
export const TIMEFRAME_PHRASES = table<Timeframe>(
  ['at', 'at expiry | at expiration | at the expiry | on expiry | upon expiry | at the deadline'],
  ['at', 'when the market expires | when this market expires | when it expires | when the market ends'],
  ['by', 'by expiry | by expiration | by the expiry | before expiry | before expiration | before the expiry'],
  ['by', 'by the deadline | before the deadline | before the market expires | before this market expires'],
  ['by', 'before it expires | before the market ends | before this market ends | until expiry | till expiry'],
  ['any', 'at any time | at any point | at any moment | at some point | at some time | at least once'],
  ['any', 'anytime | once | just once'],
  ['ever', 'ever'],
)

/** Currencies other than the US dollar that a value might be given in. */
export const FOREIGN_CURRENCIES: ReadonlySet<string> = new Set(
  list(
    'eur | euro | euros | gbp | pound | pounds | quid | jpy | yen | cny | rmb | yuan | inr | rupees | rupee | cad | aud | ' +
      'chf | francs | krw | sats | satoshi | satoshis | brl | reais | mxn | pesos | lira | rub | rubles | ' +
      'ngn | naira | hkd | sgd | nzd | sek | nok | dkk | pln | zar | aed | dirhams | vnd | idr | php | thb | baht | bahts | crore | lakh | ' +
      'australian | canadian | singapore | singaporean | swiss | aussie | hong kong | new zealand',
  ),
)

/** Every word of the grammar; these are never corrected as misspellings. */
export const KNOWN_WORDS: ReadonlySet<string> = new Set(
  [
    VERBS,
    THIRD_PERSON_VERBS,
    GERUND_VERBS,
    CHANGE_WORDS,
    THAN,
    PERFECT_VERBS,
    COMPARISON_PHRASES,
    COMPARISON_ENDINGS,
    INEXACT,
    METRIC_NOUNS,
  ]
    .flatMap((phrases) => [...phrases.keys()])
    .concat(TOKEN_PHRASES, MIGRATION_ENDINGS, [...TIMEFRAME_PHRASES.keys()], ['tokens', 'coins'])
    .flatMap((phrase) => phrase.split(' ')),
)
