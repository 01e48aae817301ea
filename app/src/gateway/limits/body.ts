// Reads and parses request bodies, up to a limit.

import { bodyLimit } from 'hono/body-limit'
import { createMiddleware } from 'hono/factory'
import { JsonError, readJson } from '../../json/read.ts'
import type { GatewayEnv } from '../http/context.ts'
import { ApiError } from '../http/errors/api-error.ts'

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
