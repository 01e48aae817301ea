// Words proposals: the plainest question for a metric and a value.

import { groupDigits } from '../core/condition/describe.ts'
import type { Comparison } from '../core/condition/types.ts'
import { findFeedById } from '../core/feeds/lookup.ts'
import type { QuestionMeasure } from './measure.ts'
import type { Value } from './value.ts'
import { grammarOf, type Metric } from './vocabulary.ts'

/** The plainest words for a measured quantity, for proposals of what to ask instead. */
export interface Phrasing {
  /** `SOL`, `BONK's market cap`, `this token`. */
  subject: string
  /** `$250`, `1,000 holders`. */
  value: string
  isCounted: boolean
}

const CHANGES: Record<Comparison, string> = {
  above: 'rise above',
  atLeast: 'rise to',
  below: 'fall below',
  atMost: 'fall to',
}

const STATES: Record<Comparison, string> = {
  above: 'above',
  atLeast: 'at least',
  below: 'below',
  atMost: 'at most',
}

/** A quantity that has values. */
export type MeasuredValue = Extract<QuestionMeasure, { type: Metric }>

/**
 * Finds the words for what is measured and a value of it.
 *
 * @param saysPrice - whether the question says "price", so that any value is a price
 */
export function phrase(measured: MeasuredValue, { target, words }: Value, saysPrice: boolean): Phrasing {
  const grammar = grammarOf(measured.type)
  const symbol = 'feed' in measured ? (findFeedById(measured.feed)?.symbol ?? '') : ''
  const phrased = grammar.phrase({ symbol, words, digits: groupDigits(target), isNamed: saysPrice })
  return { ...phrased, isCounted: grammar.isCounted }
}

/** A question, in quotes, whether a value is met at any time: `"Will SOL rise above $250?"`. */
export function askChange(
  { subject, value, isCounted }: Phrasing,
  comparison: Comparison,
  when = '',
): string {
  const verb = isCounted && comparison === 'atLeast' ? 'reach' : CHANGES[comparison]
  return `"Will ${subject} ${verb} ${value}${when && ` ${when}`}?"`
}

/** A question, in quotes, whether a value is met at one moment: `"Will SOL be above $250 at expiry?"`. */
export function askState(
  { subject, value, isCounted }: Phrasing,
  comparison: Comparison,
  when: string,
): string {
  return `"Will ${subject} ${isCounted ? 'have' : 'be'} ${STATES[comparison]} ${value} ${when}?"`
}
