// Types and names of conditions, without their validation and text.

export { COMPARISONS, type Comparison, TIMINGS, type Timing } from './comparison.ts'
export type * from './kinds/index.ts'
export { METRICS } from './kinds/index.ts'
