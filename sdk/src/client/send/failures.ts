import type { Connection, PublicKey, TransactionInstruction } from '@solana/web3.js'
import { PredictionMarketError } from '../../errors.ts'
import { IDL } from '../../idl/prediction_market.ts'
import { TransactionFailedError } from '../../transaction/errors.ts'

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
  readonly wallet: PublicKey

  constructor(failure: TransactionFailedError, wallet: PublicKey) {
    super(failure.reason, failure.logs, { cause: failure })
    this.message = `${wallet.toBase58()} has not enough SOL for the fee: send it some and try again`
    this.wallet = wallet
  }
}

/**
 * The token account that a stake comes from, or a payout goes to, does not exist: its owner has never held the
 * market's token. Nothing was sent. Get some of the token, which creates `account`, or name another account.
 */
export class NoTokenAccountError extends TransactionFailedError {
  override name = 'NoTokenAccountError'
  readonly account: PublicKey

  constructor(failure: TransactionFailedError, account: PublicKey) {
    super(failure.reason, failure.logs, { cause: failure })
    this.message = `The token account ${account.toBase58()} does not exist: get some of the market's token first`
    this.account = account
  }
}

/** The transactions that failed, and who paid. */
export interface FailureContext {
  connection: Connection
  payer: PublicKey
  instructions: readonly TransactionInstruction[]
}

/** Reasons of the runtime for which a payer cannot pay. */
const UNPAID = /AccountNotFound|InsufficientFundsFor(?:Fee|Rent)|found no record of a prior credit/

/** The log of a token program that failed. */
const TOKEN_FAILURE = /^Program Token\w+ failed/

/**
 * The same failure as a class that says what to do about it, where there is one. Looks for a missing token account if
 * a token program has failed.
 */
export async function explainFailure(failure: unknown, context: FailureContext): Promise<unknown> {
  if (!(failure instanceof TransactionFailedError)) return failure
  const reason = typeof failure.reason === 'string' ? failure.reason : JSON.stringify(failure.reason)
  if (UNPAID.test(reason)) return new NoSolError(failure, context.payer)
  if (!failure.logs.some((line) => TOKEN_FAILURE.test(line))) return failure
  const missing = await findMissing(context).catch(() => undefined)
  return missing ? new NoTokenAccountError(failure, missing) : failure
}

/** The first token account of the instructions that does not exist. */
async function findMissing({ connection, instructions }: FailureContext): Promise<PublicKey | undefined> {
  const accounts = instructions.flatMap(tokenAccountsOf)
  if (accounts.length === 0) return undefined
  const found = await connection.getMultipleAccountsInfo(accounts)
  return accounts.find((_, index) => found[index] === null)
}

/** The token accounts that an instruction of the program names. */
function tokenAccountsOf({ data, keys, programId }: TransactionInstruction): PublicKey[] {
  const known = IDL.instructions.find(({ discriminator }) =>
    discriminator.every((byte, index) => data[index] === byte),
  )
  const given = keys.map(({ pubkey }) => pubkey)
  const named = given.filter((_, index) => known?.accounts[index]?.name.endsWith('Token'))
  // An account that is left out is the program's own address.
  return named.filter((key) => !key.equals(programId))
}
