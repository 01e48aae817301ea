// Answers errors and unknown paths.

import { STATUS_CODES } from 'node:http'
import { type Hook, z } from '@hono/zod-openapi'
import { DrizzleQueryError } from 'drizzle-orm/errors'
import type { Context } from 'hono'
import { HTTPException } from 'hono/http-exception'
import type { Logger } from 'pino'
import type { GatewayEnv } from '../context.ts'
import { answer, respond } from '../respond.ts'
import { ApiError, errorCode, nameOfStatus } from './api-error.ts'
import { toApiError } from './chain-errors.ts'
import { errorNames } from './names.ts'

export const PROBLEM_TYPE = 'application/problem+json'

export const Problem = z
  .strictObject({
    type: z.string().openapi({
      description: '`urn:prediction-market:error:` and the name in `X-Error-Code`',
    }),
    title: z.string().openapi({ description: 'What the status means' }),
    status: z.int(),
    detail: z.string().openapi({ description: 'The message, which is `error` in plain JSON' }),
    code: z.string().openapi({
      description: 'The name in `X-Error-Code`; errors of Anchor may be named, too',
      'x-enumDescriptions': errorNames(),
    }),
    instance: z.string().openapi({ description: 'The request, by its `X-Request-Id`' }),
  })
  .openapi('Problem')

/** Whether a client asks for problem details by `Accept`; any other gets `{ error }`. */
function wantsProblem(c: Context): boolean {
  return c.req.header('accept')?.toLowerCase().includes(PROBLEM_TYPE) ?? false
}

export function problemOf(
  { status, message, headers }: ApiError,
  requestId: string,
): z.output<typeof Problem> {
  const code = headers['x-error-code']
  return {
    type: `urn:prediction-market:error:${code}`,
    title: STATUS_CODES[status] ?? 'Error',
    status,
    detail: message,
    code,
    instance: `urn:request:${requestId}`,
  }
}

function respondProblem(c: Context, error: ApiError): Response {
  const body = JSON.stringify(problemOf(error, c.get('requestId')))
  return respond(c, body, error.status, PROBLEM_TYPE, error.headers)
}

/** The most problems that one message lists. */
const MAX_PROBLEMS = 5

/** Turns the issues that zod finds in a query, path, header or body into one error that names each field. */
export const refuseInvalid: Hook<unknown, GatewayEnv, '', void> = (result) => {
  if (result.success) return
  // The validator passes the input too, which its type leaves out.
  const { data: input } = result as { data?: unknown }
  const where = result.target === 'json' ? 'body' : result.target
  const problems = new Set(result.error.issues.map((issue) => describe(issue, input, where)))
  throw new ApiError(400, [...problems].slice(0, MAX_PROBLEMS).join('; '))
}

function describe(issue: z.core.$ZodIssue, input: unknown, where: string): string {
  const field = issue.path.join('.')
  const sentence = (problem: string) => (field === '' ? `The ${where} ${problem}` : `${field}: ${problem}`)
  if (issue.code === 'unrecognized_keys') {
    const prefix = field === '' ? '' : `${field}.`
    return `${issue.keys.map((key) => prefix + key).join(', ')}: is not recognized`
  }
  if (valueAt(input, issue.path) === undefined) return sentence('is missing')
  if (issue.code === 'invalid_type') return sentence(`must be ${withArticle(issue.expected)}`)
  return sentence(issue.message)
}

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((value, key) => (value as Record<PropertyKey, unknown> | null)?.[key], input)
}

function withArticle(type: string): string {
  return /^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`
}

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
