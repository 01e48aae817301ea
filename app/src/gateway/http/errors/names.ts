// The names in `X-Error-Code`, each with its status and its meaning. Each stands for one thing, by the same name in the SDK: an error of the program has the
// program's name, one that the SDK throws as a class has the name of the class without "Error".

import type { ProgramErrorName } from '@prediction-market/sdk'
import { IDL_ERRORS } from '@prediction-market/sdk/idl'
import type { FeedRefusal } from '@prediction-market/sdk/rules'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { PROGRAM_STATUSES } from './program-statuses.ts'

/** The usual status of an error, and what it means. */
type NamedError = readonly [status: ContentfulStatusCode, meaning: string]

/** Refusals of the gateway's own, which neither the program nor the SDK knows. */
export const GATEWAY_ERRORS = {
  ApiKeyEnded: [409, 'The API key was revoked or has expired: issue a new one'],
  BankrollNotOpen: [409, 'The wallet has no bankroll yet: the first deposit opens it'],
  CosignerUnknown: [403, 'The delegate names a co-signing key that the gateway no longer has'],
  EventUnknown: [409, 'The event id is newer than the newest event: it is of another history'],
  EventsUnanswered: [409, 'The attestors of this deployment answer no events'],
  FeeBudgetExceeded: [429, 'What the gateway pays for network fees of one key in a day is used up'],
  HistoryBehind: [503, 'The history is behind the chain: try again'],
  IdempotencyKeyInUse: [409, 'The first request with this Idempotency-Key is still running'],
  IdempotencyKeyReused: [422, 'The Idempotency-Key was used before, for another request'],
  InternalError: [500, 'The gateway failed: try again'],
  LimitReached: [409, 'There are as many API keys or webhooks as there may be: delete one first'],
  MarketCancelled: [409, 'The creator cancelled the market: nothing decided it'],
  MarketNotFound: [404, 'There is no such market, and there was none'],
  NotFound: [404, 'There is no such route, API key, webhook, series or file'],
  NothingToClaim: [409, 'The wallet is owed nothing in this market'],
  OneCallBetsUnavailable: [503, 'The gateway has no co-signing key: it builds bets only'],
  PayerLow: [503, 'The co-signing key of the gateway has too little SOL'],
  QuestionNotUnderstood: [400, 'The question has no reading, or more than one'],
  RateLimited: [429, 'Too many requests or streams: Retry-After says when to try again'],
  ScopeMissing: [403, 'The API key does not have the scope'],
  SignatureRequired: [403, 'A wallet must sign this request: an API key is not enough'],
  Unauthorized: [401, 'The credentials are missing or invalid; the message says which check failed'],
  Unavailable: [503, 'The chain, the database or the gateway cannot answer now: try again'],
} as const satisfies Record<string, NamedError>

/** Errors that the SDK throws as `…Error`, or with this `code`. */
export const SDK_ERRORS = {
  AccountNotFound: [409, 'There is no such account on the chain'],
  FeedClosed: [409, 'The price feed is scheduled to be closed when the market is decided'],
  FeedStale: [409, 'The price feed had no update for too long'],
  FeedUncertain: [409, 'The price feed is too uncertain now'],
  InsufficientFunds: [402, 'The wallet or token account holds too little'],
  InvalidInput: [400, 'The request can never work; the message says why'],
  NoPosition: [409, 'The wallet has no open position in the market: it has been paid, or there was no bet'],
  NoSol: [402, 'The wallet has too little SOL for the transaction and its fee'],
  NoTokenAccount: [402, 'The wallet has no account for this currency yet'],
  ProofMissing: [503, 'A transaction of the decision is not there, or not readable'],
  TransactionExpired: [409, 'The transaction was in no block in time: build a new one'],
  TransactionFailed: [400, 'The transaction failed without a program refusing it'],
  TransactionUnconfirmed: [503, 'The transaction was sent, and its status is unknown'],
  UnknownProgramError: [400, 'A program refused the transaction with a code that has no name'],
} as const satisfies Record<FeedRefusal['code'], NamedError> & Record<string, NamedError>

/** What `X-Error-Code` can name, besides errors of Anchor. */
export type ErrorName = keyof typeof GATEWAY_ERRORS | keyof typeof SDK_ERRORS | ProgramErrorName

const ofProgram = IDL_ERRORS.map(({ name, msg }): [string, NamedError] => {
  const named = `${name.charAt(0).toUpperCase()}${name.slice(1)}` as ProgramErrorName
  return [named, [PROGRAM_STATUSES[named], msg]]
})

/** Every error by its name, in the order of the alphabet. */
export const ERRORS = Object.fromEntries(
  [...Object.entries<NamedError>({ ...GATEWAY_ERRORS, ...SDK_ERRORS }), ...ofProgram].sort(
    ([one], [other]) => (one < other ? -1 : 1),
  ),
) as Record<ErrorName, NamedError>

export function errorNames(): Record<string, string> {
  return Object.fromEntries(Object.entries(ERRORS).map(([name, [, meaning]]) => [name, meaning]))
}
