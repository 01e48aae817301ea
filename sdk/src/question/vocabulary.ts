// The vocabulary of questions, besides verbs and dates.

import { CONDITION_KINDS, type Condition, type Grammar, kindOf } from '../core/condition/kinds/index.ts'
import type { Comparison } from '../core/condition/types.ts'
import { CHANGE_WORDS, THAN } from './change-words.ts'
import { combine, list, table } from './phrases.ts'
import { GERUND_VERBS, THIRD_PERSON_VERBS, VERBS } from './verbs.ts'

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
  ['above', 'above|over|more than|greater than|higher than|>|north of|past'],
  [
    'atLeast',
    'at least|at or above|no less than|no lower than|>=|≥|not less than|greater than or equal to|not below',
  ],
  ['below', 'below|under|less than|lower than|fewer than|<|beneath|sub|south of'],
  [
    'atMost',
    'at most|at or below|no more than|no higher than|<=|≤|not more than|less than or equal to|not above',
  ],
)

/** Negated comparisons; with "at any time" they may mean some time or all the time. */
export const NEGATIVE_COMPARISONS = [...COMPARISON_PHRASES.keys()]
  .filter((phrase) => /^not? /.test(phrase))
  .join('|')

/** Words that can stand after a number. */
export const COMPARISON_ENDINGS = table<Comparison>(
  ['atLeast', '+|or more|or higher|or above|and above|and up'],
  ['atMost', 'or less|or lower|or below|or fewer|and below'],
)

/** Words before a number that make it inexact. */
export const INEXACT =
  'exactly|around|about|roughly|approximately|near|nearly|almost|close to|equal to|precisely'

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
export const NAMED_TOKEN = `${combine('this|the|my|our', 'token|coin')}|${combine(
  'this',
  'memecoin|meme coin|pump.fun token|pumpfun token|pump.fun coin|solana token',
)}`

/** These, and the ambiguous `this` and `it`. */
export const TOKEN_PHRASES = `${NAMED_TOKEN}|this|it|we`

/** Words that can follow a migration without changing its meaning. */
export const MIGRATION_ENDINGS = [
  'to pumpswap|to pump swap|onto pumpswap|on pumpswap',
  combine('from|off|on', 'pump.fun|pumpfun'),
  combine('from|off', 'the bonding curve|its bonding curve'),
].join('|')

const EXPIRY = 'expiry|expiration|the expiry|the deadline'
const EXPIRES = `it expires|${combine('the market|this market', 'expires|ends')}`

/** Ways of naming a moment without a date. */
export const TIMEFRAME_PHRASES = table<Timeframe>(
  ['at', `${combine('at|on|upon', EXPIRY)}|${combine('when', EXPIRES)}`],
  ['by', `${combine('by|before|until|till', EXPIRY)}|${combine('before', EXPIRES)}`],
  ['any', `${combine('at any|at some', 'time|point|moment')}|at least once|anytime|once|just once`],
  ['ever', 'ever'],
)

/** Currencies other than the US dollar that a value might be given in. */
export const FOREIGN_CURRENCIES: ReadonlySet<string> = new Set(
  list(
    'eur|euro|euros|gbp|pound|pounds|quid|jpy|yen|cny|yuan|inr|rupees|rupee|cad|aud|chf|francs|sats|satoshis|' +
      'brl|reais|pesos|rubles|naira|sgd|aed|baht|crore|lakh|' +
      'australian|canadian|singapore|swiss|aussie|hong kong',
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
    COMPARISON_PHRASES,
    COMPARISON_ENDINGS,
    METRIC_NOUNS,
  ]
    .flatMap((phrases) => [...phrases.keys()])
    .concat(TOKEN_PHRASES, MIGRATION_ENDINGS, [...TIMEFRAME_PHRASES.keys()], 'tokens|coins|year', INEXACT)
    .flatMap((phrases) => phrases.split(/[ |]/)),
)
