// Errors of transactions that fail, expire or stay unconfirmed.

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

/**
 * A transaction whose blockhash expired before any block included it. It can no longer be confirmed and had no
 * effect. Send it again, with a higher priority fee if the network is busy.
 */
export class TransactionExpiredError extends PredictionMarketError {
  override name = 'TransactionExpiredError'
  readonly signature: string

  constructor(signature: string) {
    super(`The transaction ${signature} expired before it was confirmed`)
    this.signature = signature
  }
}

/**
 * A transaction that was sent and whose status is unknown: the node stopped answering, or the call was aborted. It
 * may still be confirmed and may have moved money. Look its status up before you send another one.
 */
export class TransactionUnconfirmedError extends PredictionMarketError {
  override name = 'TransactionUnconfirmedError'
  readonly signature: string

  constructor(signature: string, options?: ErrorOptions) {
    super(
      `The status of transaction ${signature} is unknown and it may have moved money: look it up before you send another one`,
      options,
    )
    this.signature = signature
  }
}

/** The error for a failed transaction, from any report of it: a status, a simulation, a `SendTransactionError`. */
export function toTransactionError(
  report: unknown,
  programId: { toString(): string },
): ProgramError | TransactionFailedError {
  const refusal = parseProgramError(report, programId)
  if (refusal) return refusal
  return new TransactionFailedError(reasonOf(report), readFailure(report).logs, { cause: report })
}

/** A node's refusal of a transaction: `SendTransactionError` of web3.js, or the equivalent of Kit. */
export interface NodeRefusal extends Error {
  transactionError: { message: string }
}

/** Whether an error is the node's refusal of a transaction, by its fields: a bundle may hold two copies of web3.js. */
export function isRefusal(error: unknown): error is NodeRefusal {
  return error instanceof Error && 'transactionError' in error
}

function reasonOf(report: unknown): unknown {
  if (isRefusal(report)) return report.transactionError.message
  if (report instanceof Error) return report.message
  return (report as { err?: unknown } | null)?.err ?? report
}

function printReason(reason: unknown): string {
  return typeof reason === 'string' ? reason : JSON.stringify(reason)
}
