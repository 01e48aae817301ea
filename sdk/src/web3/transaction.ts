// The SDK's entry `/transaction`: compiles transactions, sends them and confirms them.

export {
  computeLimit,
  MAX_COMPUTE_UNITS,
  MAX_LOADED_BYTES,
  MAX_PRIORITY_FEE,
  MAX_TRANSACTION_ACCOUNTS,
  MAX_V0_SIZE as MAX_TRANSACTION_SIZE,
  type PriorityFee,
  priorityLamports,
} from '../core/transaction/budget.ts'
export * from '../core/transaction/confirmation.ts'
export {
  TransactionExpiredError,
  TransactionFailedError,
  TransactionUnconfirmedError,
} from '../core/transaction/errors.ts'
export { type PendingOptions, PendingTransactions } from '../core/transaction/pending.ts'
export { submitPlan } from '../core/transaction/plan.ts'
export * from '../core/transaction/status.ts'
export type { TransactionVersion } from '../core/wire.ts'
export { delaySocketFailures } from './chain.ts'
export { compileTransaction, fitsTransaction, NO_BLOCKHASH, type TransactionInput } from './compile.ts'
export { parseProgramError, toTransactionError } from './errors.ts'
export {
  choosePriorityFee,
  type PreparedTransaction,
  planSettlement,
  type ResolutionPlan,
  type SettlementBatch,
  type SettlementInput,
  type SimulateInput,
  type Simulation,
  simulate,
} from './plans.ts'
export { decodeTransaction } from './version-1.ts'
