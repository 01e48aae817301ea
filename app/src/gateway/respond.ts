import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { GatewayEnv } from './context.ts'

/** Answers with JSON that has been written, as text or in UTF-8. */
export function answer(c: Context, json: string | Uint8Array, status: ContentfulStatusCode = 200): Response {
  const { exchange } = (c as Context<GatewayEnv>).env
  // As an object, which goes straight to Node: instances of `Headers` are slow to make and to read.
  const response = new Response(json as string, { status, headers: exchange.headers })
  exchange.answer = response
  return response
}

/** The name of a request, by which the log finds it. */
export function requestIdOf(c: Context<GatewayEnv>): string {
  return c.env.exchange.headers['x-request-id'] ?? ''
}

/** Adds the headers of its context to an answer, except where the answer has its own. */
export function withHeaders(c: Context<GatewayEnv>, response: Response): Response {
  if (c.env.exchange.answer === response) return response
  for (const [name, value] of Object.entries(c.env.exchange.headers)) {
    // An answer of another kind says which, and one without a body has none.
    if (name !== 'content-type' && !response.headers.has(name)) response.headers.set(name, value)
  }
  return response
}
