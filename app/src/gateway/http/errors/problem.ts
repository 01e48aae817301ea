// Problem details (RFC 9457) for errors.

import { STATUS_CODES } from 'node:http'
import { z } from '@hono/zod-openapi'
import type { Context } from 'hono'
import { respond } from '../respond.ts'
import type { ApiError } from './api-error.ts'
import { errorNames } from './names.ts'

/** The media type of problem details (RFC 9457). */
export const PROBLEM_TYPE = 'application/problem+json'

/** An error as problem details. */
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
export function wantsProblem(c: Context): boolean {
  return c.req.header('accept')?.toLowerCase().includes(PROBLEM_TYPE) ?? false
}

/** The problem details of a refusal. */
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

/** Answers with problem details. */
export function respondProblem(c: Context, error: ApiError): Response {
  const body = JSON.stringify(problemOf(error, c.get('requestId')))
  return respond(c, body, error.status, PROBLEM_TYPE, error.headers)
}
