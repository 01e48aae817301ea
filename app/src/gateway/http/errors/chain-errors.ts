// Turns errors of the SDK, the program, nodes and the history into answers.

import {
  AccountNotFoundError,
  InvalidInputError,
  ProgramError,
  TransactionExpiredError,
  TransactionFailedError,
  TransactionUnconfirmedError,
} from '@prediction-market/sdk'
import { FeedRefusedError } from '@prediction-market/sdk/rules'
import { SolanaJSONRPCError } from '@solana/web3.js'
import { isErrorOfRequest } from '../../../chain/node-answer.ts'
import { HistoryBehindError } from '../../../history/queries/results.ts'
import { ApiError, errorCode, refusal } from './api-error.ts'
import { ERRORS, type ErrorName } from './names.ts'

/** Errors of the runtime when a wallet cannot pay for a transfer or the transaction fee. */
const INSUFFICIENT = /InsufficientFunds|AccountNotFound|insufficient|no record of a prior credit/i

const EXPIRED = /BlockhashNotFound|Blockhash not found/i

/**
 * Turns an error of the SDK, the program, a node or the history into an answer. Other errors are returned unchanged.
 */
export function toApiError(error: unknown): unknown {
  if (error instanceof InvalidInputError) return new ApiError(400, error.message)
  if (error instanceof ProgramError) return refusedByProgram(error)
  if (error instanceof FeedRefusedError) return refusal(error.code, error.message)
  if (error instanceof AccountNotFoundError) return refusal('AccountNotFound', error.message)
  if (error instanceof TransactionExpiredError) {
    const message = 'The transaction expired before it was confirmed: build a new one and sign it'
    return refusal('TransactionExpired', message)
  }
  if (error instanceof TransactionUnconfirmedError) return refusal('TransactionUnconfirmed', error.message)
  if (error instanceof TransactionFailedError) return failed(error)
  if (error instanceof HistoryBehindError) return refusal('HistoryBehind', error.message, RETRY)
  if (isUnreachable(error)) return new ApiError(503, 'The chain is unavailable; try again', RETRY)
  return error
}

const RETRY = { 'retry-after': '2' }

/** Runs a function and throws its errors as answers. */
export async function onChain<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    throw toApiError(error)
  }
}

function refusedByProgram(error: ProgramError): ApiError {
  // Anchor's error for a bettor without a token account does not say so.
  if (error.name === 'AccountNotInitialized') {
    const message = 'The wallet has no account for this currency yet'
    return refusal('NoTokenAccount', message)
  }
  const name = error.name as ErrorName
  // `ERRORS` does not repeat those of Anchor.
  return name in ERRORS ? refusal(name, error.message) : new ApiError(400, error.message, errorCode(name))
}

function failed(error: TransactionFailedError): ApiError {
  const text = `${error.message} ${error.logs.join(' ')}`
  if (EXPIRED.test(text)) {
    const message =
      "The transaction's blockhash has expired, and no block includes it: build a new transaction and sign it"
    return refusal('TransactionExpired', message)
  }
  if (INSUFFICIENT.test(text)) {
    const message = 'The wallet does not hold enough SOL for this transaction and its fee'
    return refusal('NoSol', message)
  }
  return refusal('TransactionFailed', error.message)
}

function isUnreachable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  // web3.js throws it when a node's answer has another shape than the method's, and does not export its class.
  if (error.name === 'StructError') return true
  if (error instanceof SolanaJSONRPCError && !isErrorOfRequest(error.code)) return true
  return /No RPC node answers|fetch failed|\b(429|50\d)\b|ECONN|timed? ?out/i.test(error.message)
}
