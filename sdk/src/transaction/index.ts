export * from './compile.ts'
export * from './confirmation.ts'
export * from './errors.ts'
export * from './pending.ts'
export { type ResolutionPlan, submitPlan } from './plan.ts'
export type { PreparedTransaction } from './prepare.ts'
export { choosePriorityFee, MAX_PRIORITY_FEE, type PriorityFee } from './priority-fee.ts'
export * from './settlement.ts'
export { type SimulateInput, type Simulation, simulate } from './simulate.ts'
export {
  type Finality,
  MAX_STATUSES,
  READ_CONFIRMED,
  readStatuses,
  type StatusOptions,
  type StatusQuery,
} from './status.ts'
export { decodeTransaction } from './version-1.ts'
