// Conditions as data: what makes the answer of a market Yes. Everything specific to a type is in its record.
export { COMPARISONS, type Comparison, TIMINGS, type Timing } from './comparison.ts'
export { type DescriptionContext, describeCondition, groupDigits } from './describe.ts'
export {
  CONDITION_KINDS,
  type Condition,
  type ConditionFields,
  type ConditionKind,
  canBeEarly,
  canBeEarlyNo,
  type EventCondition,
  type HoldersCondition,
  isAttested,
  isDated,
  kindOf,
  type MarketCapCondition,
  METRICS,
  type MigrationCondition,
  type PriceCondition,
  type ProofKind,
  type Reading,
  readsAccount,
  type StateReading,
  type SupplyCondition,
  stateReadings,
} from './kinds/index.ts'
export { formatMoment, type Moment, toDate } from './time.ts'
export { type ConditionContext, validateCondition } from './validate.ts'
