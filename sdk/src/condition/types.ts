export { COMPARISONS, type Comparison, TIMINGS, type Timing } from './comparison.ts'
export type * from './kinds/index.ts'
export { METRICS } from './kinds/index.ts'
