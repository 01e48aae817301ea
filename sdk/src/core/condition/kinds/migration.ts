// The condition type `migration`: a token leaves its pump.fun bonding curve.

import { requireByExpiry } from '../checks.ts'
import type { Timing } from '../comparison.ts'
import { tokenText } from '../text.ts'
import type { ConditionKind } from './kind.ts'

/** The market's token has left its pump.fun bonding curve: its canonical PumpSwap pool exists. */
export interface MigrationCondition {
  type: 'migration'
  timing: Timing
}

export const migration: ConditionKind<MigrationCondition> = {
  type: 'migration',
  fields: [],
  needsToken: true,
  proof: 'accounts',
  reads: ['hasMigrated'],
  unit: 'migrations',
  accounts: {
    creation: ['bondingCurve'],
    bet: ['bondingCurve'],
    decision: ['bondingCurve', 'migrationPool'],
  },
  validate: requireByExpiry,
  describe: (_, { tokenAddress }) => ({
    holds:
      `the pump.fun bonding curve of ${tokenText(tokenAddress)} is complete ` +
      'and its canonical PumpSwap pool exists',
    reading: {},
    note: 'Anyone can complete the curve by buying the rest of it.',
  }),
}
