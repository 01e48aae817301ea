import { DrizzleQueryError } from 'drizzle-orm/errors'
import type { Context } from 'hono'
import { HTTPException } from 'hono/http-exception'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { Logger } from 'pino'
import type { GatewayEnv } from './context.ts'
import { requestIdOf } from './respond.ts'

/** A refusal with the status and the message that the caller gets. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: ContentfulStatusCode
  readonly headers: Readonly<Record<string, string>>

  constructor(status: ContentfulStatusCode, message: string, headers: Record<string, string> = {}) {
    super(message)
    this.status = status
    this.headers = headers
  }
}

/** The one place where an error becomes an answer; what nobody foresaw is logged and not told. */
export function onError(error: Error, c: Context<GatewayEnv>, log: Logger): Response {
  if (error instanceof ApiError) return c.json({ error: error.message }, error.status, error.headers)
  if (error instanceof HTTPException && error.status < 500) {
    return c.json({ error: error.message || 'The request was refused' }, error.status as ContentfulStatusCode)
  }
  if (error instanceof DrizzleQueryError) {
    // Its own message repeats the statement's parameters, which are the callers' business.
    log.error({ err: error.cause, requestId: requestIdOf(c) }, 'the store did not answer')
    return c.json({ error: 'The store cannot be reached now; try again' }, 503)
  }
  log.error({ err: error, requestId: requestIdOf(c) }, 'request failed')
  return c.json({ error: 'Something went wrong here; the request may be tried again' }, 500)
}

/** Unknown routes. */
export function notFound(c: Context<GatewayEnv>): Response {
  return c.json({ error: `There is no ${c.req.method} ${c.req.path}` }, 404)
}
