// Errors of transactions that say what their user can do.

import { PredictionMarketError } from '../errors.ts'
import { ProgramError } from '../program-errors.ts'
import { TransactionFailedError } from './errors.ts'

/** The wallet refused to sign, or its user did; `cause` is its own error. Nothing was sent. Ask again. */
export class SigningError extends PredictionMarketError {
  override name = 'SigningError'

  constructor(options?: ErrorOptions) {
    const reason = options?.cause instanceof Error ? `: ${options.cause.message}` : ''
    super(`The wallet did not sign the transaction${reason}`, options)
  }
}

/**
 * The wallet that pays has no SOL, or too little for the fee and the rent of new accounts. Nothing was sent. Send
 * SOL to `wallet` and try again.
 */
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

/** The runtime's reasons if a payer cannot pay. */
const UNPAID = /AccountNotFound|InsufficientFundsFor(?:Fee|Rent)|found no record of a prior credit/

/** Whether a transaction failed because its payer does not have enough SOL. */
export function isUnpaid({ reason }: TransactionFailedError): boolean {
  return UNPAID.test(typeof reason === 'string' ? reason : JSON.stringify(reason))
}

/**
 * The owner has no open position in the market: it has been paid, by a keeper or a claim, or there never was one.
 * Nothing was sent.
 */
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
