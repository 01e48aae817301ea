import { type PublicKey, SendTransactionError } from '@solana/web3.js'
import { PredictionMarketError } from '../errors.ts'
import { readFailure } from '../failure.ts'
import { type ProgramError, parseProgramError } from '../program-errors.ts'

/** A transaction that failed without a program refusing: no funds for its fee, out of compute units … */
export class TransactionFailedError extends PredictionMarketError {
  override name = 'TransactionFailedError'
  /** The runtime's reason, as the RPC has it: `InsufficientFundsForFee`, `{ InstructionError: … }`. */
  readonly reason: unknown
  /** The transaction's logs, as far as they are known. */
  readonly logs: readonly string[]

  constructor(reason: unknown, logs: readonly string[], options?: ErrorOptions) {
    super(`The transaction failed: ${printReason(reason)}`, options)
    this.reason = reason
    this.logs = logs
  }
}

/** A transaction whose blockhash expired before any block included it. It can no longer be confirmed. */
export class TransactionExpiredError extends PredictionMarketError {
  override name = 'TransactionExpiredError'
  readonly signature: string

  constructor(signature: string) {
    super(`The transaction ${signature} expired before it was confirmed`)
    this.signature = signature
  }
}

/** A transaction whose status is unknown because the node stopped answering. It may still be confirmed. */
export class TransactionUnconfirmedError extends PredictionMarketError {
  override name = 'TransactionUnconfirmedError'
  /** Check its status before you send another one. */
  readonly signature: string

  constructor(signature: string, options?: ErrorOptions) {
    super(`The status of transaction ${signature} is unknown: the node stopped answering`, options)
    this.signature = signature
  }
}

/** The error for a failed transaction, from any report of it: a status, a simulation, a `SendTransactionError`. */
export function toTransactionError(
  report: unknown,
  programId: PublicKey,
): ProgramError | TransactionFailedError {
  const refusal = parseProgramError(report, programId)
  if (refusal) return refusal
  return new TransactionFailedError(reasonOf(report), readFailure(report).logs, { cause: report })
}

function reasonOf(report: unknown): unknown {
  if (report instanceof SendTransactionError) return report.transactionError.message
  if (report instanceof Error) return report.message
  return (report as { err?: unknown } | null)?.err ?? report
}

function printReason(reason: unknown): string {
  return typeof reason === 'string' ? reason : JSON.stringify(reason)
}
