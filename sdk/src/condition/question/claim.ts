import { findFeed } from '../../feeds/lookup.ts'
import type { Comparison } from '../types.ts'
import type { Cursor } from './cursor.ts'
import { refuse } from './refusal.ts'
import { type Entity, notUnderstood, readEntity } from './subject.ts'
import {
  COMPARISON_ENDINGS,
  COMPARISON_PHRASES,
  FOREIGN_CURRENCIES,
  METRIC_NOUNS,
  type Metric,
  type Verb,
} from './vocabulary.ts'

/** What a question says about its subject: `above $250`, `a market cap of $1b`, `1,000 holders of BONK`. */
export interface Claim {
  comparison: Comparison
  /** The target, as an exact decimal. */
  target: string
  /** `dollars` and `tokens` if the question says so. */
  unit?: 'dollars' | 'tokens'
  metric?: Metric
  /** Whose, if that is said here. */
  entity?: Entity
}

/** Reads what follows a verb that compares. */
export function readClaim(cursor: Cursor, verb: Verb, tokenAddress: string | undefined): Claim {
  cursor.phrase('a', 'an', 'the', 'its')
  const nounBefore = cursor.longest(METRIC_NOUNS)
  if (nounBefore !== undefined) cursor.phrase('of')
  const prefix = cursor.longest(COMPARISON_PHRASES)
  cursor.phrase('at', 'a', 'an')
  const number = cursor.take('number')
  if (!number) refuse(notUnderstood(cursor, 'no value is named'))
  const unit = cursor.phrase('usd', 'dollars', 'us dollars') || number.dollars ? 'dollars' : undefined
  requireDollars(cursor)
  const ending = cursor.longest(COMPARISON_ENDINGS)
  const nounAfter = cursor.longest(METRIC_NOUNS)
  const inTokens = cursor.phrase('tokens', 'coins') ? 'tokens' : undefined
  if (unit && inTokens) refuse('a value is either in dollars or in tokens')

  const metric = single([nounBefore, nounAfter], 'the question measures two things: ask about one')
  const comparison = compared(verb, metric, prefix, ending ?? cursor.longest(COMPARISON_ENDINGS))
  const of = metric !== undefined && metric !== 'price' && cursor.phrase('of', 'for')
  const entity = of ? readEntity(cursor, tokenAddress) : undefined
  const said = unit ?? inTokens
  return {
    comparison,
    target: number.value,
    ...(said && { unit: said }),
    ...(metric && { metric }),
    ...(entity && { entity }),
  }
}

/** The one value among several places it can stand in. */
export function single<T>(values: (T | undefined)[], reason: string): T | undefined {
  const [first, ...others] = new Set(values.filter((value) => value !== undefined))
  if (others.length > 0) refuse(reason)
  return first
}

/** A word after the number that is a currency, or an asset used as one. */
function requireDollars(cursor: Cursor): void {
  const word = cursor.word()
  if (word === undefined || !(FOREIGN_CURRENCIES.has(word) || findFeed(word))) return
  refuse(`values in ${word.toUpperCase()} are not understood: give them in US dollars`)
}

function compared(
  verb: Verb,
  metric: Metric | undefined,
  prefix: Comparison | undefined,
  ending: Comparison | undefined,
): Comparison {
  if (prefix && ending && prefix !== ending) refuse('the question compares in two ways: ask about one')
  const said = prefix ?? ending
  if (verb.kind !== 'change') {
    // Who has 1,200 holders has 1,000.
    if (verb.kind === 'have' && metric === 'holders') return said ?? 'atLeast'
    return (
      said ?? refuse('the question asks for an exact value: say "above", "below", "at least" or "at most"')
    )
  }
  if (said === undefined || said === verb.comparison) return verb.comparison
  if (verb.comparison === 'atLeast' && said === 'above') return said
  return refuse('the question compares in two ways: ask about one')
}
