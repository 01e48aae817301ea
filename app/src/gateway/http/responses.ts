// Parts of route definitions that several routes share: bodies, answers, errors and headers.

import { z } from '@hono/zod-openapi'
import { ErrorBody } from './fields/schemas.ts'
import { pageHeaders } from './page-schemas.ts'

export function jsonBody<Schema extends z.ZodType>(schema: Schema) {
  return { content: { 'application/json': { schema } }, required: true }
}

export function jsonAnswer<Schema extends z.ZodType>(description: string, schema: Schema) {
  return { description, content: { 'application/json': { schema } } }
}

export function pageAnswer<Item extends z.ZodType>(description: string, item: Item) {
  return { ...jsonAnswer(description, z.array(item)), headers: pageHeaders }
}

/** The error answers that routes share, by status. */
export const ERROR_RESPONSES = {
  400: { name: 'BadRequest', description: 'The request is invalid; the message names the field' },
  401: { name: 'Unauthorized', description: 'Authentication failed; the message says which check failed' },
  402: { name: 'PaymentRequired', description: 'The wallet, or the bankroll, does not hold enough funds' },
  403: {
    name: 'Forbidden',
    description: 'The API key lacks the scope, is not a delegate, or has reached its limits',
  },
  404: { name: 'NotFound', description: 'Market not found' },
  409: {
    name: 'Conflict',
    description:
      'The state of the market does not allow this, or a request with this Idempotency-Key is still running',
  },
  413: { name: 'ContentTooLarge', description: 'The body is larger than 64 KiB' },
  414: { name: 'UriTooLong', description: 'The path or the query is too long' },
  415: { name: 'UnsupportedMediaType', description: 'Content-Type is not application/json' },
  422: { name: 'UnprocessableContent', description: 'The Idempotency-Key was used for another request' },
  429: { name: 'TooManyRequests', description: 'Too many requests; Retry-After says when to try again' },
  500: { name: 'InternalServerError', description: 'Internal error' },
  503: { name: 'ServiceUnavailable', description: 'The chain or the database is unavailable' },
} as const

type ErrorStatus = keyof typeof ERROR_RESPONSES

type ErrorAnswers<Status extends ErrorStatus> = Record<
  Status,
  ReturnType<typeof jsonAnswer<typeof ErrorBody>>
>

/** Errors of the middleware, which any route may answer with. */
const ANY_ROUTE = [400, 401, 414, 429, 500, 503] as const

/** Errors of the middleware for routes with a body. */
const WITH_BODY = [409, 413, 415, 422] as const

/** The error answers of a route: its own and those of the middleware. */
export function errors<const Statuses extends ErrorStatus[]>(...statuses: Statuses) {
  return errorAnswers<(typeof ANY_ROUTE)[number] | Statuses[number]>([...ANY_ROUTE, ...statuses])
}

/** The error answers of a route with a body. */
export function bodyErrors<const Statuses extends ErrorStatus[]>(...statuses: Statuses) {
  return errorAnswers<(typeof ANY_ROUTE | typeof WITH_BODY)[number] | Statuses[number]>([
    ...ANY_ROUTE,
    ...WITH_BODY,
    ...statuses,
  ])
}

function errorAnswers<Status extends ErrorStatus>(statuses: Status[]): ErrorAnswers<Status> {
  const answers = statuses.map((status) => [
    status,
    jsonAnswer(ERROR_RESPONSES[status].description, ErrorBody),
  ])
  return Object.fromEntries(answers)
}

export const MarketParams = z.object({
  id: z.string().openapi({ example: 'market_9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin' }),
})

export const IDEMPOTENCY_KEY = /^[\x21-\x7e]{1,255}$/

/** The header of a POST that may be repeated. */
export const IdempotencyHeaders = z.object({
  'Idempotency-Key': z.string().regex(IDEMPOTENCY_KEY).optional().openapi({
    description: 'The same request with the same key runs once, and gets the same answer for 24 hours',
  }),
})

/** Routes that take an API key or a wallet signature. */
export const AUTHENTICATED = [{ apiKey: [] }, { walletSignature: [] }]

/** Routes that take only a wallet signature. */
export const SIGNED = [{ walletSignature: [] }]
