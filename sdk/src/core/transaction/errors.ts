// Errors of transactions: that fail, expire or stay unconfirmed, and what their user can do.

import { PredictionMarketError } from '../errors.ts'
import { readFailure } from '../logs.ts'
import { ProgramError, parseProgramError } from '../program-errors.ts'

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

/** The wallet refused to sign, or its user did; `cause` is its own error. Nothing was sent. Ask again. */
export class SigningError extends PredictionMarketError {
  override name = 'SigningError'

  constructor(options?: ErrorOptions) {
    const reason = options?.cause instanceof Error ? `: ${options.cause.message}` : ''
    super(`The wallet did not sign the transaction${reason}`, options)
  }
}

/** The wallet has too little SOL for the fee and the rent of new accounts. Nothing was sent. */
export class NoSolError extends TransactionFailedError {
  override name = 'NoSolError'
  /** In base58. */
  readonly wallet: string

  constructor(failure: TransactionFailedError, wallet: { toString(): string }) {
    super(failure.reason, failure.logs, { cause: failure })
    this.message = `${wallet} does not have enough SOL for the fee: send it some and try again`
    this.wallet = wallet.toString()
  }
}

/**
 * The token account that a stake comes from, or a payout goes to, does not exist: its owner has never held the
 * market's token. Nothing was sent. Get some of the token, which creates `account`, or name another account.
 */
export class NoTokenAccountError extends TransactionFailedError {
  override name = 'NoTokenAccountError'
  /** In base58. */
  readonly account: string

  constructor(failure: TransactionFailedError, account: { toString(): string }) {
    super(failure.reason, failure.logs, { cause: failure })
    this.message = `The token account ${account} does not exist: get some of the market's token first`
    this.account = account.toString()
  }
}

/** How the runtime says, by name or in a sentence, that the payer cannot pay. It is account 0; others may lack rent too. */
const UNPAID = new RegExp(
  'AccountNotFound|found no record of a prior credit|insufficient ?funds ?for ?fee|' +
    'InsufficientFundsForRent\\W+account_index\\W+0\\b|account \\(0\\) with insufficient funds for rent',
  'i',
)

/** Whether a transaction failed because its payer does not have enough SOL. */
export function isUnpaid({ reason }: TransactionFailedError): boolean {
  return UNPAID.test(printReason(reason))
}

/** The owner has no open position in the market: it has been paid, or there never was one. Nothing was sent. */
export class NoPositionError extends PredictionMarketError {
  override name = 'NoPositionError'

  constructor(options?: ErrorOptions) {
    super('There is no open position to claim: it has been paid already, or there was no bet', options)
  }
}

/** The program's errors for a position that does not exist, or no longer exists. */
const MISSING = ['AccountNotInitialized', 'AccountOwnedByWrongProgram']

/** Whether the program refused a claim because there may be no such position. */
export function isPositionMissing(failure: unknown): boolean {
  return failure instanceof ProgramError && MISSING.includes(failure.name)
}
