import { type PublicKey, SendTransactionError } from '@solana/web3.js'
import { PredictionMarketError } from '../errors.ts'
import { readFailure } from '../failure.ts'
import { type ProgramError, parseProgramError } from '../program-errors.ts'

/** A transaction that failed without a program refusing: no funds for its fee, out of compute units … */
export class TransactionFailedError extends PredictionMarketError {
  override name = 'TransactionFailedError'
  /** The runtime's reason, as the RPC has it: `InsufficientFundsForFee`, `{ InstructionError: … }`. */
  readonly reason: unknown
  /** All that the programs wrote, as far as it is known. */
  readonly logs: readonly string[]

  constructor(reason: unknown, logs: readonly string[], options?: ErrorOptions) {
    super(`The transaction failed: ${printReason(reason)}`, options)
    this.reason = reason
    this.logs = logs
  }
}

/** A transaction that was not taken in by any block before its blockhash expired: it never will be. */
export class TransactionExpiredError extends PredictionMarketError {
  override name = 'TransactionExpiredError'
  readonly signature: string

  constructor(signature: string) {
    super(`The transaction ${signature} expired before it was confirmed`)
    this.signature = signature
  }
}

/** The node stopped answering while a transaction was on its way: it may be confirmed, or not. */
export class TransactionUnconfirmedError extends PredictionMarketError {
  override name = 'TransactionUnconfirmedError'
  /** Ask for its status before sending another one. */
  readonly signature: string

  constructor(signature: string, options?: ErrorOptions) {
    super(`It is not known what became of the transaction ${signature}: the node stopped answering`, options)
    this.signature = signature
  }
}

/** An account that should be there and is not, or is not the program's. */
export class AccountNotFoundError extends PredictionMarketError {
  override name = 'AccountNotFoundError'
  readonly address: PublicKey

  constructor(what: string, address: PublicKey) {
    super(`There is no ${what} at ${address.toBase58()}`)
    this.address = address
  }
}

/** The error for a failed transaction, from whatever reports it. */
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
