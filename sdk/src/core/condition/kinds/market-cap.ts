// The condition type `marketCap`: a price times the supply of a token.

import { requireFeed, requireTarget } from '../checks.ts'
import type { Comparison, Timing } from '../comparison.ts'
import { compared, priceReading, tokenText } from '../text.ts'
import type { ConditionKind } from './kind.ts'

/** The Pyth price of the market's token times its supply, in US dollars. */
export interface MarketCapCondition {
  type: 'marketCap'
  /** Pyth feed id of the market's token: 64 lower-case hexadecimal digits. */
  feed: string
  comparison: Comparison
  /** US dollars, as an exact decimal. */
  target: string
  timing: Timing
}

/** Who can change the number of tokens: the program refuses mints that have a mint authority. */
const MOVED_BY = 'nobody can mint more, and holders can burn theirs'

export const marketCap: ConditionKind<MarketCapCondition> = {
  type: 'marketCap',
  fields: ['feed', 'comparison', 'target'],
  needsToken: true,
  proof: 'pyth',
  reads: ['price', 'mintSupply'],
  unit: 'USD',
  accounts: { creation: ['mint'], bet: [], decision: ['price', 'mint'] },
  validate(condition) {
    requireFeed(condition.feed)
    requireTarget(condition)
  },
  describe: (condition, { tokenAddress, feedText }) => ({
    holds:
      `the price times all minted tokens of ${tokenText(tokenAddress)}, its market capitalisation by the Pyth price ` +
      `of ${feedText(condition.feed)} (${MOVED_BY}), is ${compared(condition, '$')}`,
    reading: priceReading('price update'),
  }),
  grammar: {
    name: 'a market cap',
    // All minted tokens count, so this measures FDV.
    nouns:
      'market cap|marketcap|mcap|mc|market capitalisation|market capitalization|mkt cap|fdv|' +
      'fully diluted valuation|fully diluted value|fully diluted market cap',
    isCounted: false,
    wrongUnits: { tokens: ['a market cap is in dollars', 'write $ before the value, or say "supply"'] },
    phrase: ({ symbol, digits }) => ({ subject: `${symbol}'s market cap`, value: `$${digits}` }),
  },
}
