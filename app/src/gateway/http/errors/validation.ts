// Turns validation issues into one error message.

import type { Hook, z } from '@hono/zod-openapi'
import type { GatewayEnv } from '../context.ts'
import { ApiError } from './api-error.ts'

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
