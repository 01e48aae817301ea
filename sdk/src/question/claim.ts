// Reads the claim of a question: comparison, value and metric.

import { groupDigits } from '../core/condition/describe.ts'
import type { Comparison } from '../core/condition/types.ts'
import type { Cursor } from './cursor.ts'
import { combine } from './phrases.ts'
import { NotUnderstood, refuse } from './refusal.ts'
import { type Entity, oneMetric, readAsset, readEntity, type Subject } from './subject.ts'
import { readValue, type Value } from './value.ts'
import type { Verb } from './verbs.ts'
import * as vocabulary from './vocabulary.ts'

/** The claim of a question about its subject: `above $250`, `a market cap of $1b`, `1,000 holders of BONK`. */
export interface Claim {
  value: Value
  /** `around $250`, `exactly $250`. */
  isInexact: boolean
  /** `no more than $250`. */
  isNegative: boolean
  /** The comparison, if one is named besides the verb. */
  said?: Comparison | undefined
  metric?: vocabulary.Metric | undefined
  /** The entity that the value belongs to, if it is named here. */
  entity?: Entity | undefined
}

/** Reads what follows a verb that compares. */
export function readClaim(cursor: Cursor, tokenAddress: string | null, verb: Verb): Claim {
  const early = readValue(cursor)
  const before: BeforeValue = early ? { isInexact: false, isNegative: false } : readBeforeValue(cursor)
  const value = early ?? readTarget(cursor, verb, before.prefix)
  cursor.phrase('mark|level|threshold|barrier|line')
  const ending = cursor.longest(vocabulary.COMPARISON_ENDINGS)
  if (verb.kind === 'gain') cursor.phrase('new|more|additional')
  const owner = cursor.attempt(() => readOwner(cursor, tokenAddress))
  const nounAfter =
    cursor.longest(vocabulary.METRIC_NOUNS) ??
    cursor.attempt(() => (cursor.phrase('in') ? cursor.longest(vocabulary.METRIC_NOUNS) : undefined))
  const said = oneComparison(before.prefix, ending ?? cursor.longest(vocabulary.COMPARISON_ENDINGS))
  const inTokens = cursor.phrase('tokens|coins')
  if (inTokens && value.unit) refuse('a value is either in dollars or in tokens', 'name one of them')
  const metric = oneMetric(before.noun, nounAfter)
  const isOf = metric !== undefined && metric !== 'price' && cursor.phrase('of|for')
  const entity = owner ?? (isOf ? readEntity(cursor, tokenAddress) : undefined)
  return {
    value: inTokens ? { ...value, unit: 'tokens' } : value,
    ...before,
    said,
    metric,
    entity,
  }
}

/**
 * Reads `more than 1,000 wallets hold BONK`, since a wallet that holds it is a holder, and `10k BONK holders`.
 *
 * @param isHeadline - whether the question is a headline, which needs no verb
 */
export function readHolding(
  cursor: Cursor,
  tokenAddress: string | null,
  isHeadline: boolean,
): { subject: Subject; verb: Verb; claim: Claim } | undefined {
  if (isHeadline) cursor.phrase('to')
  const isNegative = cursor.startsWith(vocabulary.NEGATIVE_COMPARISONS)
  const said = cursor.longest(vocabulary.COMPARISON_PHRASES)
  const value = readValue(cursor, false)
  if (!value) return undefined
  const claim: Claim = { value, isInexact: false, isNegative, said }
  const { found: isPeople, replaced } = cursor.quote(() => cursor.phrase(PEOPLE_HOLD))
  if (isPeople) {
    refuse('wallets are counted, not people', 'say "wallets hold"', replaced('wallets hold'))
  }
  if (cursor.phrase('wallets hold|wallets own|addresses hold')) {
    const entity = readEntity(cursor, tokenAddress)
    return entity && { subject: { entity, metric: 'holders' }, verb: { kind: 'have' }, claim }
  }
  const owner = isHeadline ? cursor.attempt(() => readOwner(cursor, tokenAddress)) : undefined
  if (!isHeadline || cursor.longest(vocabulary.METRIC_NOUNS) !== 'holders') return undefined
  const verb: Verb = said ? { kind: 'have' } : { kind: 'meet', beyond: false }
  return { subject: { entity: owner, metric: 'holders' }, verb, claim }
}

/** As `wallets hold`, of people, whom nobody can count. */
const PEOPLE_HOLD = combine('people|investors|users|owners|accounts', 'hold|own')

/** Reads BONK in `1 million BONK holders`. */
function readOwner(cursor: Cursor, tokenAddress: string | null): Entity | undefined {
  const entity = readEntity(cursor, tokenAddress)
  return entity && cursor.startsWith(vocabulary.METRIC_NOUNS) ? entity : undefined
}

/** Words between a verb and the value. */
interface BeforeValue {
  noun?: vocabulary.Metric | undefined
  isInexact: boolean
  isNegative: boolean
  prefix?: Comparison | undefined
}

/** `a market cap of`, `around`, `at least`, and after `at`, as in `priced at`: `at more than`. */
function readBeforeValue(cursor: Cursor): BeforeValue {
  cursor.phrase('a|an|the|its')
  const noun = cursor.longest(vocabulary.METRIC_NOUNS)
  if (noun !== undefined) cursor.phrase('of|at')
  refuseTwoValues(cursor)
  const isInexact = cursor.phrase(vocabulary.INEXACT)
  if (!cursor.startsWith(vocabulary.COMPARISON_PHRASES)) cursor.phrase('at')
  const isNegative = cursor.startsWith(vocabulary.NEGATIVE_COMPARISONS)
  const prefix = cursor.longest(vocabulary.COMPARISON_PHRASES)
  return { noun, isInexact, isNegative, prefix }
}

function readTarget(cursor: Cursor, verb: Verb, prefix: Comparison | undefined): Value {
  const value =
    readValue(cursor) ?? cursor.attempt(() => (cursor.phrase('a|an|the') ? readValue(cursor) : undefined))
  if (value) return value
  if (readAsset(cursor)) {
    refuse('the question compares two assets', 'give the value in US dollars, as in $200')
  }
  if (cursor.isAtEnd) refuse('no value is named', 'give one, as in "above $200"')
  // `be approved` and `get listed` may be about the world; `be above …` and `reach …` are about a value.
  const mayBeWorld = verb.kind === 'state' || verb.kind === 'have' || verb.kind === 'gain'
  throw new NotUnderstood(mayBeWorld && prefix === undefined ? 'verb' : 'rest')
}

/** `between $200 and $250` is two questions. */
function refuseTwoValues(cursor: Cursor): void {
  const { found, replaced } = cursor.quote(() => {
    if (!cursor.phrase('between|in the range of|within|from')) return undefined
    const low = readValue(cursor)
    const high = low && cursor.phrase('and|to') ? readValue(cursor) : undefined
    if (!low || !high) throw new NotUnderstood('rest')
    const unit = (low.unit ?? high.unit) ? '$' : ''
    return [`above ${unit}${groupDigits(low.target)}`, `below ${unit}${groupDigits(high.target)}`]
  })
  if (!found) return
  // To stay within them is about a span of time; what is left is to be so at one moment.
  const questions = found.map((words) => replaced(words).replace(LASTING, 'be'))
  refuse('the question names two values', `ask two questions: "be ${found.join('" and "be ')}"`, ...questions)
}

const LASTING = /\b(?:stay|remain|hold|keep|keep trading|trade|range)(?= (?:above|below) )/i

function oneComparison(prefix: Comparison | undefined, ending: Comparison | undefined) {
  if (prefix && ending && prefix !== ending) refuse('the question compares in two ways', 'ask about one')
  return prefix ?? ending
}
