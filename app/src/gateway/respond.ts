import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { GatewayEnv } from './context.ts'

/** Answers that carry the headers of their context already. */
const complete = new WeakSet<Response>()

/** Answers with JSON that has been written. */
export function answer(c: Context, json: string | Uint8Array, status: ContentfulStatusCode = 200): Response {
  const headers = (c as Context<GatewayEnv>).get('headers')
  headers['Content-Type'] = 'application/json'
  // As an object, which goes straight to Node: instances of `Headers` are slow to make and to read.
  const response = new Response(json as string, { status, headers })
  complete.add(response)
  return response
}

/** Adds the headers of its context to an answer, except where the answer has its own. */
export function withHeaders(c: Context<GatewayEnv>, response: Response): Response {
  if (complete.has(response)) return response
  for (const [name, value] of Object.entries(c.get('headers'))) {
    if (!response.headers.has(name)) response.headers.set(name, value)
  }
  return response
}
