// The condition type `supply`: the supply of a token.

import { requireByExpiry, requireTarget } from '../checks.ts'
import type { Comparison, Timing } from '../comparison.ts'
import { compared, tokenText } from '../text.ts'
import type { ConditionKind } from './kind.ts'

/** The supply of the market's token. */
export interface SupplyCondition {
  type: 'supply'
  comparison: Comparison
  /** Whole tokens, as an exact decimal. */
  target: string
  timing: Timing
}

const MOVED_BY = 'which a mint authority can raise and holders can lower by burning'

export const supply: ConditionKind<SupplyCondition> = {
  type: 'supply',
  fields: ['comparison', 'target'],
  needsToken: true,
  proof: 'accounts',
  reads: ['mintSupply'],
  unit: 'tokens',
  accounts: { creation: ['mint'], bet: ['mint'], decision: ['mint'] },
  validate(condition) {
    requireByExpiry(condition)
    requireTarget(condition)
  },
  describe: (condition, { tokenAddress }) => ({
    holds: `the supply of ${tokenText(tokenAddress)} (${MOVED_BY}) is ${compared(condition)} tokens`,
    reading: { byExpiry: ' in its mint account' },
  }),
  grammar: {
    name: 'a supply',
    nouns: 'supply|total supply|token supply|number of tokens|number of tokens in existence',
    isCounted: false,
    wrongUnits: { dollars: ['a supply is in tokens', 'leave the dollars out, or say "market cap"'] },
    phrase: ({ words }) => ({ subject: "this token's supply", value: words }),
  },
}
