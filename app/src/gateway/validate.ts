import type { z } from '@hono/zod-openapi'
import { InvalidInputError } from '@prediction-market/sdk'
import type { Context } from 'hono'
import { JsonError, readJson } from '../json/read.ts'
import type { GatewayEnv } from './context.ts'
import { ApiError } from './errors.ts'
import { bodyOf } from './limits/body.ts'

/**
 * The query of a request by a schema.
 *
 * @throws ApiError 400 naming the parameter, also for one that is there twice or that nobody knows
 */
export function validQuery<Schema extends z.ZodType>(c: Context, schema: Schema): z.output<Schema> {
  const query = Object.entries(c.req.queries())
  const repeated = query.find(([, values]) => values.length > 1)
  if (repeated) throw new ApiError(400, `${repeated[0]}: is given more than once`)
  return check(schema, Object.fromEntries(query.map(([key, [value]]) => [key, value])), 'query')
}

/**
 * The body of a request by a schema; numbers keep every digit.
 *
 * @throws ApiError 400 or 415 naming the field
 */
export function validBody<Schema extends z.ZodType>(
  c: Context<GatewayEnv>,
  schema: Schema,
): z.output<Schema> {
  const type = c.env.incoming.headers['content-type'] ?? ''
  if (!/^application\/json\s*(;|$)/i.test(type)) {
    throw new ApiError(415, 'The Content-Type must be application/json')
  }
  return check(schema, parseBody(decode(bodyOf(c))), 'body')
}

/** Runs what reads input further, and answers its complaints with 400. */
export function valid<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (error instanceof InvalidInputError) throw new ApiError(400, error.message)
    throw error
  }
}

function parseBody(text: string): unknown {
  try {
    return readJson(text)
  } catch (error) {
    if (error instanceof JsonError) throw new ApiError(400, `The body ${error.message}`)
    throw error
  }
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw new ApiError(400, 'The body is not valid UTF-8')
  }
}

function check<Schema extends z.ZodType>(schema: Schema, value: unknown, where: string): z.output<Schema> {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const complaints = new Set(result.error.issues.map((issue) => describe(issue, value, where)))
  throw new ApiError(400, [...complaints].slice(0, 5).join('; '))
}

function describe(issue: z.core.$ZodIssue, input: unknown, where: string): string {
  const field = issue.path.length === 0 ? `The ${where}` : issue.path.join('.')
  const sentence = (reason: string) =>
    issue.path.length === 0 ? `${field} ${reason}` : `${field}: ${reason}`
  if (issue.code === 'unrecognized_keys') {
    const prefix = issue.path.length === 0 ? '' : `${field}.`
    return `${issue.keys.map((key) => prefix + key).join(', ')}: is not known here`
  }
  if (at(input, issue.path) === undefined) return sentence('is missing')
  if (issue.code === 'invalid_type') return sentence(`must be ${article(issue.expected)}`)
  return sentence(issue.message)
}

/** What the input has at a path. */
function at(input: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((value, key) => (value as Record<PropertyKey, unknown> | null)?.[key], input)
}

function article(type: string): string {
  return /^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`
}
