import type { Context, TypedResponse } from 'hono'
import { type Json, writeJson } from '../../json/write.ts'
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

const JSON_TYPE = 'application/json'

/**
 * All headers of an answer: those that every answer has, and those of the route. They are a plain object, because a
 * `Headers` instance, which `c.header` fills, takes about a quarter of the time of a whole read.
 *
 * @param type - the content type
 */
export function headersOf(c: Context, type: string, own?: HeaderRecord): Record<string, string> {
  const requestId: string = c.get('requestId')
  const rate: GatewayEnv['Variables']['rate'] = c.get('rate')
  const cors: GatewayEnv['Variables']['cors'] = c.get('cors')
  // A literal without spread: V8 would forget the shape of another object at every garbage collection.
  const headers: Record<string, string> = rate
    ? {
        'content-type': type,
        'x-content-type-options': 'nosniff',
        'content-security-policy': DATA_POLICY,
        'x-request-id': requestId,
        'ratelimit-limit': rate.limit,
        'ratelimit-remaining': rate.remaining,
        'ratelimit-reset': rate.reset,
      }
    : {
        'content-type': type,
        'x-content-type-options': 'nosniff',
        'content-security-policy': DATA_POLICY,
        'x-request-id': requestId,
      }
  return cors || own ? Object.assign(headers, cors, own) : headers
}

/** Answers a request; every route answers this way. */
export function respond(
  c: Context,
  body: string | Uint8Array<ArrayBuffer> | null,
  status: number,
  type: string,
  headers?: HeaderRecord,
): Answer {
  return new Response(body, { status, headers: headersOf(c, type, headers) }) as Answer
}

/** Answers with JSON that was written before, as text or in UTF-8. */
export function answerText(
  c: Context,
  json: string | Uint8Array<ArrayBuffer>,
  status = 200,
  headers?: HeaderRecord,
): Answer {
  return respond(c, json, status, JSON_TYPE, headers)
}

/** Answers with JSON. Unlike `c.json` it writes amounts with every digit. */
export function answer(
  c: Context,
  value: Exclude<Json, undefined>,
  status = 200,
  headers?: HeaderRecord,
): Answer {
  return respond(c, writeJson(value), status, JSON_TYPE, headers)
}

/** A transaction that was submitted: the final body, or its signature while it is pending. */
export type Submitted =
  | { isPending: false; body: Exclude<Json, undefined> }
  | { isPending: true; signature: string }

/** Answers with the result of a transaction, or that it is pending. */
export function submittedAnswer(c: Context, submitted: Submitted): Answer {
  if (!submitted.isPending) return answer(c, submitted.body, 201)
  // Not final, so the idempotency middleware must not store it.
  const headers = { 'cache-control': 'no-store' }
  return answer(c, { transactionId: submitted.signature, status: 'pending' }, 202, headers)
}
