import type { Context, TypedResponse } from 'hono'
import { type Json, writeJson } from '../json/write.ts'
import type { GatewayEnv } from './context.ts'

/** Headers with names in lower case. */
type HeaderRecord = Readonly<Record<string, string>>

/** An answer whose type fits every route: tests compare answers with the OpenAPI document instead. */
type Answer = Response & TypedResponse<never, never, never>

/**
 * Answers are data, so a browser may not guess their type, frame them or run anything in them. There is no
 * `Strict-Transport-Security`, because RFC 6797 forbids it over plain HTTP; the TLS proxy sets it.
 */
const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'"

const JSON_HEADERS: HeaderRecord = { 'content-type': 'application/json' }

/**
 * All headers of an answer: those of the route, and those that every answer has. They are one plain object, because
 * a `Headers` instance, which `c.header` fills, takes about a quarter of the time of a whole read.
 */
export function headersOf(c: Context, own: HeaderRecord): Record<string, string> {
  const policy = own['content-security-policy'] ?? DATA_POLICY
  const requestId: string = c.get('requestId')
  const rate: GatewayEnv['Variables']['rate'] = c.get('rate')
  const cors: GatewayEnv['Variables']['cors'] = c.get('cors')
  // One literal each: fields that are added later make the object slow.
  const headers: Record<string, string> = rate
    ? {
        ...own,
        'x-content-type-options': 'nosniff',
        'content-security-policy': policy,
        'x-request-id': requestId,
        'ratelimit-limit': rate.limit,
        'ratelimit-remaining': rate.remaining,
        'ratelimit-reset': rate.reset,
      }
    : {
        ...own,
        'x-content-type-options': 'nosniff',
        'content-security-policy': policy,
        'x-request-id': requestId,
      }
  return cors ? { ...headers, ...cors } : headers
}

/** Answers a request; every route answers this way. */
export function respond(
  c: Context,
  body: string | Uint8Array<ArrayBuffer> | null,
  status: number,
  headers: HeaderRecord,
): Answer {
  return new Response(body, { status, headers: headersOf(c, headers) }) as Answer
}

/** Answers with JSON that was written before, as text or in UTF-8. */
export function answerText(
  c: Context,
  json: string | Uint8Array<ArrayBuffer>,
  status = 200,
  headers?: HeaderRecord,
): Answer {
  return respond(c, json, status, headers ? { ...headers, ...JSON_HEADERS } : JSON_HEADERS)
}

/** Answers with JSON. Unlike `c.json` it writes amounts with every digit. */
export function answer(
  c: Context,
  value: Exclude<Json, undefined>,
  status = 200,
  headers?: HeaderRecord,
): Answer {
  return answerText(c, writeJson(value), status, headers)
}
