import {
  AccountNotFoundError,
  InvalidInputError,
  ProgramError,
  TransactionExpiredError,
  TransactionFailedError,
  TransactionUnconfirmedError,
} from '@prediction-market/sdk'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { ApiError } from './errors.ts'

/** Refusals that have to do with the state of a market and not with the request. */
const CONFLICTS = new Set([
  'MarketClosed',
  'MarketDecided',
  'MarketUndecided',
  'ConditionAlreadyMet',
  'Paused',
  'NotExpired',
  'NotDecidableYet',
  'DecisionTooLate',
  'TooEarlyToVoid',
  'NoFeesToCollect',
  'MarketNotEmpty',
  'MarketTooYoung',
])

/** What the runtime says when a wallet cannot pay, its own transaction fee included. */
const UNPAID = /InsufficientFunds|AccountNotFound|insufficient|no record of a prior credit/i

const EXPIRED = /BlockhashNotFound|Blockhash not found/i

/** The answer to a failure on the chain or on the way to it; other errors stay what they are. */
export function toApiError(error: unknown): unknown {
  if (error instanceof InvalidInputError) return new ApiError(400, error.message)
  if (error instanceof ProgramError) return new ApiError(statusOf(error), messageOf(error))
  if (error instanceof AccountNotFoundError) return new ApiError(409, error.message)
  if (error instanceof TransactionExpiredError) {
    return new ApiError(
      409,
      'The transaction expired before it was confirmed: ask for a new one and sign that',
    )
  }
  if (error instanceof TransactionUnconfirmedError) return new ApiError(503, error.message)
  if (error instanceof TransactionFailedError) return failed(error)
  if (isUnreachable(error)) return new ApiError(503, 'The chain cannot be reached now; try again', RETRY)
  return error
}

const RETRY = { 'Retry-After': '2' }

/** Runs what talks to the chain, and throws its failures as answers. */
export async function onChain<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    throw toApiError(error)
  }
}

function statusOf({ name }: ProgramError): ContentfulStatusCode {
  if (name === 'InsufficientFunds' || name === 'AccountNotInitialized') return 402
  return CONFLICTS.has(name) ? 409 : 400
}

/** Anchor says of a bettor without UTILITY that the account it should come from is not there. */
function messageOf({ name, message }: ProgramError): string {
  return name === 'AccountNotInitialized' ? 'The wallet has no account for this currency yet' : message
}

function failed(error: TransactionFailedError): ApiError {
  const text = `${error.message} ${error.logs.join(' ')}`
  if (EXPIRED.test(text)) {
    return new ApiError(400, "The transaction's blockhash has expired: ask for a new one and sign that")
  }
  if (UNPAID.test(text)) {
    return new ApiError(402, 'The wallet does not hold enough SOL for this transaction and its fee')
  }
  return new ApiError(400, error.message)
}

function isUnreachable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return /No RPC node answers|fetch failed|\b(429|50\d)\b|ECONN|timed? ?out/i.test(error.message)
}
