import type { createRoute, OpenAPIHono } from '@hono/zod-openapi'
import { z } from '@hono/zod-openapi'
import type { Handler } from 'hono'
import type { GatewayEnv } from '../context.ts'
import { IDEMPOTENCY_KEY, SECRET_PATH } from '../idempotency.ts'
import { ErrorBody } from '../schemas/common.ts'
import { pageHeaders } from '../schemas/paging.ts'

export { answer } from '../respond.ts'

/** The gateway's app. */
export type GatewayApp = OpenAPIHono<GatewayEnv>

type Route = ReturnType<typeof createRoute>

/** Adds a route to the app and to its OpenAPI document. Bodies are read by us, so that numbers keep their digits. */
export function define(app: GatewayApp, route: Route, handler: Handler<GatewayEnv>): void {
  const common = route.request?.body ? [...EVERYWHERE, ...WITH_BODY] : EVERYWHERE
  const isRepeatable = route.method === 'post' && route.path !== SECRET_PATH
  app.openAPIRegistry.registerPath({
    ...route,
    request: { ...route.request, ...(isRepeatable && { headers: RepeatHeaders }) },
    responses: { ...errors(...common), ...route.responses },
  })
  app.on(route.method.toUpperCase(), route.getRoutingPath(), handler)
}

/** What a POST may be sent with, in the OpenAPI document. */
const RepeatHeaders = z.object({
  'Idempotency-Key': z.string().regex(IDEMPOTENCY_KEY).optional().openapi({
    description: 'The same request under the same key runs once, and gets the same answer for 24 hours',
  }),
})

/** A JSON answer in the OpenAPI document. */
export function described(description: string, schema: z.ZodType) {
  return { description, content: { 'application/json': { schema } } }
}

/** A page of a list in the OpenAPI document. */
export function describedPage(description: string, item: z.ZodType) {
  return { ...described(description, z.array(item)), headers: pageHeaders }
}

const ERRORS = {
  400: 'Something in the request is not valid',
  401: 'Who sends the request is not proven; the message says which check failed',
  402: 'The funds of the wallet do not cover it',
  403: 'The API key does not have the scope',
  404: 'There is no such thing',
  409: 'The state of the market does not allow it, or a request with this Idempotency-Key still runs',
  413: 'The body is larger than 64 KiB',
  414: 'The path or the query is too long',
  415: 'The body is not JSON by its Content-Type',
  422: 'The Idempotency-Key was used for another request',
  429: 'Too many requests; Retry-After says when to try again',
  500: 'Something went wrong here',
  503: 'The chain or the store cannot be reached now',
} as const

type ErrorStatus = keyof typeof ERRORS

/** What every route may answer, because of what stands before it; the others are named where they are defined. */
const EVERYWHERE: ErrorStatus[] = [400, 401, 414, 429, 500, 503]

/** What every route with a body may answer too. */
const WITH_BODY: ErrorStatus[] = [409, 413, 415, 422]

/** The errors of a route in the OpenAPI document. */
export function errors(...statuses: ErrorStatus[]) {
  return Object.fromEntries(statuses.map((status) => [status, described(ERRORS[status], ErrorBody)]))
}

/** The id of a market in a path. */
export const MarketParams = z.object({ id: z.string().openapi({ example: 'market_…' }) })

/** Both ways to prove who sends a request, in the OpenAPI document. */
export const SIGNED = [{ apiKey: [] }, { walletSignature: [] }]
