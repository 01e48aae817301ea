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
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { HistoryBehindError } from '../../../history/queries/results.ts'
import { ApiError, errorCode } from './api-error.ts'
import type { ErrorName } from './names.ts'

/** Errors of the program that depend on the state of a market or of the burn auction, not on the request. */
const CONFLICTS = new Set([
  'MarketClosed',
  'MarketDecided',
  'MarketUndecided',
  'AnswerFixed',
  'PayoutTooLow',
  'TermsChanged',
  'Paused',
  'NotExpired',
  'NotDecidableYet',
  'DecisionTooLate',
  'ObservationTooOld',
  'TooEarlyToVoid',
  'NoFeesToCollect',
  'MarketNotEmpty',
  'MarketTooYoung',
  'MarketHasStakes',
  'PurchaseOutOfRange',
  'PurchaseTooExpensive',
  'TooManyDelegates',
])

/** Errors of the program when a delegate of a bankroll may not place a bet. */
const FORBIDDEN = new Set([
  'NotDelegate',
  'DelegateExpired',
  'DelegateFeeTooHigh',
  'DelegatePerBetExceeded',
  'DelegateTotalExceeded',
])

/** Errors of the program when a wallet or a bankroll cannot pay. */
const UNPAID = new Set(['InsufficientFunds', 'BankrollTooLow'])

/** Errors of the runtime when a wallet cannot pay for a transfer or the transaction fee. */
const INSUFFICIENT = /InsufficientFunds|AccountNotFound|insufficient|no record of a prior credit/i

const EXPIRED = /BlockhashNotFound|Blockhash not found/i

/**
 * Turns an error of the SDK, the program, a node or the history into an answer. Other errors are returned unchanged.
 */
export function toApiError(error: unknown): unknown {
  if (error instanceof InvalidInputError) return new ApiError(400, error.message)
  if (error instanceof ProgramError) return refusedByProgram(error)
  if (error instanceof FeedRefusedError) return new ApiError(409, error.message, errorCode(error.code))
  if (error instanceof AccountNotFoundError)
    return new ApiError(409, error.message, errorCode('AccountNotFound'))
  if (error instanceof TransactionExpiredError) {
    const message = 'The transaction expired before it was confirmed: build a new one and sign it'
    return new ApiError(409, message, errorCode('TransactionExpired'))
  }
  if (error instanceof TransactionUnconfirmedError)
    return new ApiError(503, error.message, errorCode('TransactionUnconfirmed'))
  if (error instanceof TransactionFailedError) return failed(error)
  if (error instanceof HistoryBehindError)
    return new ApiError(503, error.message, { ...RETRY, ...errorCode('HistoryBehind') })
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

function statusOf({ name }: ProgramError): ContentfulStatusCode {
  if (UNPAID.has(name)) return 402
  if (FORBIDDEN.has(name)) return 403
  return CONFLICTS.has(name) ? 409 : 400
}

function refusedByProgram(error: ProgramError): ApiError {
  // Anchor's error for a bettor without a token account does not say so.
  if (error.name === 'AccountNotInitialized') {
    const message = 'The wallet has no account for this currency yet'
    return new ApiError(402, message, errorCode('NoTokenAccount'))
  }
  // It may also be one of Anchor's names, which no list here repeats.
  return new ApiError(statusOf(error), error.message, errorCode(error.name as ErrorName))
}

function failed(error: TransactionFailedError): ApiError {
  const text = `${error.message} ${error.logs.join(' ')}`
  if (EXPIRED.test(text)) {
    return new ApiError(
      400,
      "The transaction's blockhash has expired, and no block includes it: build a new transaction and sign it",
      errorCode('TransactionExpired'),
    )
  }
  if (INSUFFICIENT.test(text)) {
    const message = 'The wallet does not hold enough SOL for this transaction and its fee'
    return new ApiError(402, message, errorCode('NoSol'))
  }
  return new ApiError(400, error.message, errorCode('TransactionFailed'))
}

function isUnreachable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return /No RPC node answers|fetch failed|\b(429|50\d)\b|ECONN|timed? ?out/i.test(error.message)
}
