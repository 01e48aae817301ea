// The names in `X-Error-Code`. Each stands for one thing, by the same name in the SDK: an error of the program has the
// program's name, one that the SDK throws as a class has the name of the class without "Error".

import type { ProgramErrorName } from '@prediction-market/sdk'
import { IDL_ERRORS } from '@prediction-market/sdk/idl'
import type { FeedRefusal } from '@prediction-market/sdk/rules'

/** Refusals of the gateway's own, which neither the program nor the SDK knows. */
export const GATEWAY_ERRORS = {
  ApiKeyEnded: 'The API key was revoked or has expired: issue a new one',
  BankrollNotOpen: 'The wallet has no bankroll yet: the first deposit opens it',
  CosignerUnknown: 'The delegate names a co-signing key that the gateway no longer has',
  EventUnknown: 'The event id is newer than the newest event: it is of another history',
  FeeBudgetExceeded: 'What the gateway pays for network fees of one key in a day is used up',
  HistoryBehind: 'The history is behind the chain: try again',
  IdempotencyKeyInUse: 'The first request with this Idempotency-Key is still running',
  IdempotencyKeyReused: 'The Idempotency-Key was used before, for another request',
  InternalError: 'The gateway failed: try again',
  LimitReached: 'There are as many API keys or webhooks as there may be: delete one first',
  MarketCancelled: 'The creator cancelled the market: nothing decided it',
  MarketNotFound: 'There is no such market, and there was none',
  NotFound: 'There is no such route, API key, webhook, series or file',
  NothingToClaim: 'The wallet is owed nothing in this market',
  OneCallBetsUnavailable: 'The gateway has no co-signing key: it builds bets only',
  PayerLow: 'The co-signing key of the gateway has too little SOL',
  QuestionNotUnderstood: 'The question has no reading, or more than one',
  RateLimited: 'Too many requests or streams: Retry-After says when to try again',
  ScopeMissing: 'The API key does not have the scope',
  SignatureRequired: 'A wallet must sign this request: an API key is not enough',
  Unauthorized: 'The credentials are missing or invalid; the message says which check failed',
  Unavailable: 'The chain, the database or the gateway cannot answer now: try again',
} as const

/** Errors that the SDK throws as `…Error`, or with this `code`. */
export const SDK_ERRORS = {
  AccountNotFound: 'There is no such account on the chain',
  FeedClosed: 'The price feed is scheduled to be closed when the market is decided',
  FeedStale: 'The price feed had no update for too long',
  FeedUncertain: 'The price feed is too uncertain now',
  InsufficientFunds: 'The wallet or token account holds too little',
  InvalidInput: 'The request can never work; the message says why',
  NoPosition: 'The wallet has no open position in the market: it has been paid, or there was no bet',
  NoSol: 'The wallet has too little SOL for the transaction and its fee',
  NoTokenAccount: 'The wallet has no account for this currency yet',
  ProofMissing: 'A transaction of the decision is not there, or not readable',
  TransactionExpired: 'The transaction was in no block in time: build a new one',
  TransactionFailed: 'The transaction failed without a program refusing it',
  TransactionUnconfirmed: 'The transaction was sent, and its status is unknown',
  UnknownProgramError: 'A program refused the transaction with a code that has no name',
} as const satisfies Partial<Record<FeedRefusal['code'], string>> & Record<string, string>

/** What `X-Error-Code` can name, besides errors of Anchor. */
export type ErrorName = keyof typeof GATEWAY_ERRORS | keyof typeof SDK_ERRORS | ProgramErrorName

/** Every name with its meaning, in the order of the alphabet. */
export function errorNames(): Record<string, string> {
  const ofProgram = IDL_ERRORS.map(({ name, msg }): [string, string] => [
    name.charAt(0).toUpperCase() + name.slice(1),
    msg,
  ])
  const all = [...Object.entries(GATEWAY_ERRORS), ...Object.entries(SDK_ERRORS), ...ofProgram]
  return Object.fromEntries(all.sort(([one], [other]) => (one < other ? -1 : 1)))
}
