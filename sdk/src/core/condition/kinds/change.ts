// The condition type `change`: a price at expiry against the same price before.

import { MAX_CHANGE, NO_CHANGE } from '../../../idl/limits.ts'
import { InvalidInputError } from '../../errors.ts'
import { requireFeed, requireOneOf } from '../checks.ts'
import { COMPARISONS, type Comparison } from '../comparison.ts'
import { COMPARISON_TEXT } from '../text.ts'
import { formatMoment } from '../time.ts'
import type { ConditionKind } from './kind.ts'

/** The Pyth price of an asset at expiry against the same price at a second before, the reference. */
export interface ChangeCondition {
  type: 'change'
  /** Pyth feed id: 64 lower-case hexadecimal digits. */
  feed: string
  /**
   * The unix second of the reference. Betting ends before it, so that nobody knows the reference price while betting.
   */
  referenceAt: bigint
  comparison: Comparison
  /** Basis points above the reference, or below it if negative; 0 compares with the reference itself. */
  bps: number
  timing: 'atExpiry'
}

/** The largest change, in basis points; the smallest is above −10,000. */
export const MAX_CHANGE_BPS: number = MAX_CHANGE - NO_CHANGE

export const change: ConditionKind<ChangeCondition> = {
  type: 'change',
  fields: ['feed', 'referenceAt', 'comparison', 'bps'],
  needsToken: false,
  proof: 'pyth',
  hidesDecided: true,
  reads: ['price'],
  unit: 'USD',
  accounts: { creation: [], bet: [], decision: ['prices'] },
  validate({ feed, referenceAt, comparison, bps, timing }) {
    requireFeed(feed)
    requireOneOf('condition.comparison', comparison, COMPARISONS)
    if (timing !== 'atExpiry')
      throw new InvalidInputError('condition.timing', 'must be atExpiry for a change')
    if (!Number.isInteger(bps) || bps <= -NO_CHANGE || bps > MAX_CHANGE_BPS) {
      throw new InvalidInputError(
        'condition.bps',
        `must be a whole number above -${NO_CHANGE} and at most ${MAX_CHANGE_BPS}`,
      )
    }
    if (typeof referenceAt !== 'bigint' || referenceAt <= 0n) {
      throw new InvalidInputError('condition.referenceAt', 'must be a unix second')
    }
  },
  describe: ({ feed, referenceAt, comparison, bps }, { feedText }) => ({
    holds:
      `the Pyth price of ${feedText(feed)} is ${COMPARISON_TEXT[comparison]} ${shareText(bps)}its price at ` +
      `${formatMoment(referenceAt)}, when betting has ended,`,
    reading: { atExpiry: ', each by the first update published at or within a minute after its time' },
  }),
}

/** `105 % of `, or nothing if the target is the reference itself. */
function shareText(bps: number): string {
  if (bps === 0) return ''
  const percent = ((NO_CHANGE + bps) / 100).toFixed(2).replace(/\.?0+$/, '')
  return `${percent} % of `
}
