// Answers errors and unknown paths.

import { DrizzleQueryError } from 'drizzle-orm/errors'
import type { Context } from 'hono'
import { HTTPException } from 'hono/http-exception'
import type { Logger } from 'pino'
import type { GatewayEnv } from '../context.ts'
import { answer } from '../respond.ts'
import { ApiError, errorCode, nameOfStatus } from './api-error.ts'
import { toApiError } from './chain-errors.ts'
import { respondProblem, wantsProblem } from './problem.ts'

/** A route or a middleware, as Hono lists them. */
interface Route {
  method: string
  path: string
}

/**
 * Answers every error as `{ error }`, or as problem details to clients that ask for them. Unexpected errors are logged,
 * and their message is not sent.
 */
export function errorHandler(log: Logger) {
  return (error: Error, c: Context<GatewayEnv>): Response => {
    const requestId = c.get('requestId')
    if (error instanceof DrizzleQueryError) {
      // Its own message holds the parameters of the statement, which may be secret.
      log.error({ err: error.cause, requestId }, 'database query failed')
      return refuse(c, new ApiError(503, 'The database is unavailable; try again'))
    }
    const known = error instanceof HTTPException ? withMessage(error) : toApiError(error)
    if (known instanceof ApiError) return refuse(c, known)
    log.error({ err: error, requestId }, 'request failed')
    return refuse(c, new ApiError(500, 'Internal error; try again'))
  }
}

/** Answers a path that no route has: 405 with `Allow` if it has other methods, otherwise 404. */
export function notFound(routes: () => readonly Route[]) {
  return (c: Context<GatewayEnv>): Response => {
    const { method, path } = c.req
    const allowed = methodsOf(routes(), path)
    if (allowed.length === 0) return refuse(c, new ApiError(404, `Route not found: ${method} ${path}`))
    const allow = allowed.join(', ')
    return refuse(c, new ApiError(405, `${method} is not allowed for ${path}: use ${allow}`, { allow }))
  }
}

/** The methods that routes have for a path. */
function methodsOf(routes: readonly Route[], path: string): string[] {
  const found = routes.filter((route) => matches(route.path, path)).map(({ method }) => method)
  const isReadable = found.includes('GET')
  return [...new Set(isReadable ? [...found, 'HEAD'] : found)].filter((method) => method !== 'ALL')
}

/** Whether a path matches a route; a part such as `:id` matches anything. Middleware has `*`. */
function matches(pattern: string, path: string): boolean {
  if (pattern.includes('*')) return false
  const parts = path.split('/')
  const expected = pattern.split('/')
  const isSame = (part: string, index: number) => part.startsWith(':') || part === parts[index]
  return expected.length === parts.length && expected.every(isSame)
}

function refuse(c: Context<GatewayEnv>, error: ApiError): Response {
  const { status, message, headers } = error
  const field = c.get('errorField')
  if (!field && wantsProblem(c)) return respondProblem(c, error)
  return answer(c, { [field ?? 'error']: message }, status, headers)
}

/** Hono's exceptions, with a message that says what would be right. */
function withMessage(error: HTTPException): ApiError {
  if (error instanceof ApiError) return error
  const message = error.status === 415 ? 'Content-Type must be application/json' : error.message
  return new ApiError(error.status, message, errorCode(nameOfStatus(error.status)))
}
