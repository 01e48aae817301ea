// Refuses URLs that are too long or malformed, and reads and parses request bodies, up to a limit.

import type { Context } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { createMiddleware } from 'hono/factory'
import { JsonError, readJson } from '../../json/json.ts'
import { type GatewayEnv, sentPath } from '../http/context.ts'
import { ApiError } from '../http/errors/api-error.ts'

/** The longest query that is accepted, in characters. */
const MAX_QUERY = 2_048

/** The longest path that is accepted, in characters. */
const MAX_PATH = 1_024

/** A longer parameter name is cut in messages. */
const MAX_NAME = 40

/** The parameters that can be repeated, by the paths that take them. */
const REPEATABLE: Readonly<Record<string, string>> = {
  '/v1/events': 'market',
  '/v1/live': 'market',
  '/v1/markets': 'type',
}

/**
 * Refuses paths and queries that are too long, and queries that are badly encoded or repeat a parameter.
 *
 * @throws ApiError 400 or 414
 */
export function checkUrl(c: Context<GatewayEnv>): void {
  const url = sentPath(c)
  const start = url.indexOf('?')
  const pathLength = start === -1 ? url.length : start
  if (pathLength > MAX_PATH) throw new ApiError(414, `The path is longer than ${MAX_PATH} characters`)
  if (start === -1) return
  requireEncoded(url.slice(start + 1))
  for (const [name, values] of Object.entries(c.req.queries())) {
    if (values.length > 1 && REPEATABLE[c.req.path] !== name)
      throw new ApiError(400, `${name.slice(0, MAX_NAME)}: is given more than once`)
  }
}

function requireEncoded(query: string): void {
  if (query.length > MAX_QUERY) throw new ApiError(414, `The query is longer than ${MAX_QUERY} characters`)
  try {
    decodeURIComponent(query)
  } catch {
    throw new ApiError(400, 'The query is not valid percent-encoding')
  }
}

/** The largest body that is accepted, in bytes. */
export const MAX_BODY = 64 * 1_024

/** The content types that Hono's validator accepts as JSON. */
const JSON_TYPE = /^application\/(?:[a-z-.]+\+)?json/i

/** Methods whose body is read. The body of any other method is ignored. */
export const BODY_METHODS = ['POST', 'PUT', 'PATCH', 'DELETE']

/** Reads the body up to a limit, so that every later `c.req.bytes()` gets the same bytes. */
export function readBody(maxSize: number = MAX_BODY) {
  const limit = bodyLimit({
    maxSize,
    onError: () => {
      throw new ApiError(413, `The body is larger than ${maxSize} bytes`, { connection: 'close' })
    },
  })
  return createMiddleware<GatewayEnv>((c, next) =>
    limit(c, async () => {
      await c.req.bytes().catch(() => {
        throw new ApiError(400, 'The body ended before it was complete')
      })
      await next()
    }),
  )
}

/** Makes `c.req.json()` return numbers with every digit, and answers a body that is not JSON with the reason. */
export const parseExactJson = createMiddleware<GatewayEnv>(async (c, next) => {
  if (JSON_TYPE.test(c.req.header('content-type') ?? '')) {
    const value = parse(await c.req.bytes())
    c.req.json = (async () => value) as typeof c.req.json
  }
  await next()
})

function parse(body: Uint8Array): unknown {
  try {
    return readJson(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body))
  } catch (error) {
    if (error instanceof JsonError) throw new ApiError(400, `The body ${error.message}`)
    if (error instanceof TypeError) throw new ApiError(400, 'The body is not valid UTF-8')
    throw error
  }
}
