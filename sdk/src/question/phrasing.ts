import { groupDigits } from '../condition/describe.ts'
import type { Comparison } from '../condition/types.ts'
import { findFeedById } from '../feeds/lookup.ts'
import type { QuestionMeasure } from './measure.ts'
import type { Value } from './value.ts'

/** The plainest words of the grammar for a measured quantity, to tell people what to ask instead. */
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

/**
 * Finds the words for what is measured and a value of it.
 *
 * @param saysPrice - the question says "price", so that any value is one
 */
export function phrase(measured: QuestionMeasure, value: Value, saysPrice: boolean): Phrasing {
  const dollars = `$${groupDigits(value.target)}`
  switch (measured.type) {
    case 'price': {
      const symbol = findFeedById(measured.feed)?.symbol ?? ''
      return { subject: saysPrice ? `the price of ${symbol}` : symbol, value: dollars, isCounted: false }
    }
    case 'marketCap': {
      const symbol = findFeedById(measured.feed)?.symbol ?? ''
      return { subject: `${symbol}'s market cap`, value: dollars, isCounted: false }
    }
    case 'holders':
      return { subject: 'this token', value: `${groupDigits(value.target)} holders`, isCounted: true }
    default:
      return { subject: "this token's supply", value: value.words, isCounted: false }
  }
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
