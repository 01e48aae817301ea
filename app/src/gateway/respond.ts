import type { Context, TypedResponse } from 'hono'
import { type Json, writeJson } from '../json/write.ts'
import type { GatewayEnv } from './context.ts'

/** An answer whose type fits every route: tests compare answers with the OpenAPI document instead. */
export type Answer = Response & TypedResponse<never, never, never>

type Body = string | Uint8Array<ArrayBuffer> | null

/**
 * Answers with the headers that the middleware has set, and some more. Every route answers this way. The headers are
 * a plain object, because `c.header` puts them into a `Headers` instance, which is slow to fill and to send.
 *
 * @param headers - with names in lower case
 */
export function respond(
  c: Context,
  body: Body,
  status: number,
  headers: Readonly<Record<string, string>>,
): Answer {
  const set: GatewayEnv['Variables']['headers'] = c.get('headers')
  return new Response(body, { status, headers: { ...set, ...headers } }) as Answer
}

/** Answers with JSON that was written before, as text or in UTF-8. */
export function answerText(
  c: Context,
  json: string | Uint8Array<ArrayBuffer>,
  status = 200,
  headers: Readonly<Record<string, string>> = {},
): Answer {
  return respond(c, json, status, { 'content-type': 'application/json', ...headers })
}

/** Answers with JSON. Unlike `c.json` it writes amounts with every digit. */
export function answer(
  c: Context,
  value: Exclude<Json, undefined>,
  status = 200,
  headers: Readonly<Record<string, string>> = {},
): Answer {
  return answerText(c, writeJson(value), status, headers)
}
