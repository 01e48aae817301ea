export { COMPARISONS, type Comparison, TIMINGS, type Timing } from './comparison.ts'
export {
  type Condition,
  type EventCondition,
  type HoldersCondition,
  type MarketCapCondition,
  METRICS,
  type MigrationCondition,
  type PriceCondition,
  type SupplyCondition,
} from './kinds/index.ts'
