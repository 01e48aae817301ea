// Checks that several types of conditions share.

import { InvalidInputError } from '../errors.ts'
import { COMPARISONS, type Comparison, type Timing } from './comparison.ts'
import { parseDecimal } from './decimal.ts'

const FEED_ID = /^[0-9a-f]{64}$/

/** Requires the id of a Pyth feed. */
export function requireFeed(feed: string): void {
  if (FEED_ID.test(feed)) return
  throw new InvalidInputError('condition.feed', 'must be 64 lower-case hexadecimal digits')
}

/** Observed values are never negative, so two comparisons with zero have only one answer. */
export function requireTarget({ comparison, target }: { comparison: Comparison; target: string }): void {
  requireOneOf('condition.comparison', comparison, COMPARISONS)
  const { mantissa } = parseDecimal(target, 'condition.target')
  if (mantissa > 0n) return
  if (comparison === 'atLeast' || comparison === 'below') {
    throw new InvalidInputError('condition.target', 'must not be zero: nothing is below zero')
  }
}

/** Requires `byExpiry` of the state of accounts: whoever can move it would move it in the last second. */
export function requireByExpiry({ type, timing }: { type: string; timing: Timing }): void {
  if (timing !== 'byExpiry') throw new InvalidInputError('condition.timing', `must be byExpiry for a ${type}`)
}

/** Requires one of some words. */
export function requireOneOf<T extends string>(field: string, value: T, allowed: readonly T[]): void {
  if (!allowed.includes(value)) throw new InvalidInputError(field, `must be one of ${allowed.join(', ')}`)
}
