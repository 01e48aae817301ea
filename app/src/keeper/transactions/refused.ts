import { ProgramError } from '@prediction-market/sdk'
import { TransactionFailedError } from '@prediction-market/sdk/transaction'

/** Whether the chain refused a transaction, which a retry would not change. False if it was lost. */
export function isRefused(error: unknown): boolean {
  return error instanceof ProgramError || error instanceof TransactionFailedError
}
