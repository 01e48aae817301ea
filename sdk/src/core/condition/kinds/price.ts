// The condition type `price`: the price of an asset.

import { requireFeed, requireTarget } from '../checks.ts'
import type { Comparison, Timing } from '../comparison.ts'
import { compared, priceReading } from '../text.ts'
import type { ConditionKind } from './kind.ts'

/** The Pyth price of an asset in US dollars. */
export interface PriceCondition {
  type: 'price'
  /** Pyth feed id: 64 lower-case hexadecimal digits. */
  feed: string
  comparison: Comparison
  /** US dollars, as an exact decimal such as `'250'` or `'0.000025'`. */
  target: string
  timing: Timing
}

export const price: ConditionKind<PriceCondition> = {
  type: 'price',
  fields: ['feed', 'comparison', 'target'],
  needsToken: false,
  proof: 'pyth',
  reads: ['price'],
  unit: 'USD',
  accounts: { creation: [], bet: [], decision: ['price'] },
  validate(condition) {
    requireFeed(condition.feed)
    requireTarget(condition)
  },
  describe: (condition, { feedText }) => ({
    holds: `the Pyth price of ${feedText(condition.feed)} is ${compared(condition, '$')}`,
    reading: priceReading('update'),
  }),
  grammar: {
    name: 'a price',
    nouns: 'price|token price|dollar price|pyth price',
    isCounted: false,
    wrongUnits: { tokens: ['a price is in dollars', 'write $ before the value, or say "supply"'] },
    phrase: ({ symbol, digits, isNamed }) => ({
      subject: isNamed ? `the price of ${symbol}` : symbol,
      value: `$${digits}`,
    }),
  },
}
