// The SDK's entry `/condition`: conditions as data, which say what makes a market's answer Yes.

export { COMPARISONS, type Comparison, TIMINGS, type Timing } from './comparison.ts'
export { type DescriptionContext, describeCondition, groupDigits } from './describe.ts'
export {
  CONDITION_KINDS,
  type Condition,
  type ConditionFields,
  type ConditionKind,
  type ConditionOf,
  canBeEarly,
  canBeEarlyNo,
  isAttested,
  isDated,
  kindOf,
  METRICS,
  measures,
  type ProofKind,
  type Reading,
  readsAccount,
  type StateReading,
  stateReadings,
} from './kinds/index.ts'
export { formatMoment, type Moment, toDate } from './time.ts'
export { type ConditionContext, validateCondition } from './validate.ts'
