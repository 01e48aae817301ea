// The examples in the OpenAPI document.

import { ApiError, refusal } from '../http/errors/api-error.ts'
import examples from './examples.json' with { type: 'json' }

/** Examples of a request and of its answers: by status, each with a name. */
export interface OperationExamples {
  request?: unknown
  answers: Record<string, Record<string, unknown>>
}

/** The examples of each operation, by its id. */
export const EXAMPLES: Record<string, OperationExamples> = examples

/** An example of an error of each status. */
export const ERROR_EXAMPLES: readonly ApiError[] = [
  new ApiError(400, 'amount: must be at least 0.001 SOL'),
  new ApiError(401, 'X-Wallet-Signature does not sign this request to 127.0.0.1:8080'),
  refusal('InsufficientFunds', 'amount: the wallet holds 0.2 SOL, less than 1.5 SOL'),
  refusal(
    'ScopeMissing',
    'The API key does not have the scope bet; a key with the scope build has bets built, for the wallet to sign',
  ),
  refusal('MarketNotFound', 'Market not found: market_9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin'),
  refusal('MarketClosed', 'The market no longer takes bets: betting ended at 2026-11-30T23:59:50Z'),
  new ApiError(413, 'The body is larger than 65536 bytes'),
  new ApiError(414, 'The query is longer than 2048 characters'),
  new ApiError(415, 'Content-Type must be application/json'),
  new ApiError(422, 'Idempotency-Key was used before, for another request'),
  new ApiError(429, 'Too many requests: try again in 7 seconds'),
  new ApiError(500, 'Internal error; try again'),
  new ApiError(503, 'The database is unavailable; try again'),
]
