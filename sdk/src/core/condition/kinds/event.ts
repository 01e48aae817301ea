// The condition type `event`: a question that attestors answer.

import type { Timing } from '../comparison.ts'
import type { ConditionKind } from './kind.ts'

/** Any question that attestors answer. */
export interface EventCondition {
  type: 'event'
  timing: Timing
}

export const event: ConditionKind<EventCondition> = {
  type: 'event',
  fields: [],
  needsToken: false,
  proof: 'attestors',
  isInWords: true,
  reads: ['attestation'],
  unit: 'events',
  accounts: { creation: [], bet: [], decision: ['instructions'] },
  validate() {},
  describe: () => ({
    holds: "a quorum of the market's attestors answers its question with Yes",
    reading: {},
    note: 'They answer early, either way, once the answer can no longer change.',
  }),
}
