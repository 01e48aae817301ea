// The SDK's entry `/transaction`: compiles transactions, sends them and confirms them.

export { parseProgramError } from '../../core/program-errors.ts'
export {
  type Confirmation,
  requireConfirmed,
  type Sent,
  type SignedTransaction,
} from '../../core/transaction/confirmation.ts'
export {
  TransactionExpiredError,
  TransactionFailedError,
  TransactionUnconfirmedError,
  toTransactionError,
} from '../../core/transaction/errors.ts'
export { type PendingOptions, PendingTransactions } from '../../core/transaction/pending.ts'
export {
  type Finality,
  MAX_STATUSES,
  READ_CONFIRMED,
  readStatuses,
  type StatusOptions,
  type StatusQuery,
} from '../../core/transaction/status.ts'
export {
  compileTransaction,
  computeLimit,
  fitsTransaction,
  MAX_COMPUTE_UNITS,
  MAX_LOADED_BYTES,
  MAX_TRANSACTION_ACCOUNTS,
  MAX_TRANSACTION_SIZE,
  NO_BLOCKHASH,
  priorityLamports,
  type TransactionInput,
  type TransactionVersion,
} from './compile.ts'
export { type ResolutionPlan, submitPlan } from './plan.ts'
export type { PreparedTransaction } from './prepare.ts'
export { choosePriorityFee, MAX_PRIORITY_FEE, type PriorityFee } from './priority-fee.ts'
export { planSettlement, type SettlementBatch, type SettlementInput } from './settlement.ts'
export { type SimulateInput, type Simulation, simulate } from './simulate.ts'
export { decodeTransaction } from './version-1.ts'
export { delaySocketFailures } from './websocket.ts'
