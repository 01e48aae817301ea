import type { MiddlewareHandler } from 'hono'
import type { GatewayEnv } from '../context.ts'
import { ApiError } from '../errors.ts'

/** Bytes of a body at most. */
export const MAX_BODY = 64 * 1_024

const NOTHING = new Uint8Array()

/**
 * Reads the body, up to a limit, whether or not the request says how long it is, and leaves it in the context
 * as `rawBody`, where the routes find it: a signature is over these bytes.
 */
export function readBody(maxBytes: number = MAX_BODY): MiddlewareHandler<GatewayEnv> {
  return async (c, next) => {
    const { method } = c.req
    if (method === 'GET' || method === 'HEAD') {
      c.set('rawBody', NOTHING)
      return next()
    }
    if (Number(c.req.header('content-length') ?? 0) > maxBytes) throw tooLarge(maxBytes)
    c.set('rawBody', await collect(c.req.raw.body, maxBytes))
    return next()
  }
}

async function collect(stream: ReadableStream<Uint8Array> | null, maxBytes: number): Promise<Uint8Array> {
  if (stream === null) return NOTHING
  const reader = stream.getReader()
  const chunks: Uint8Array[] = []
  let size = 0
  for (;;) {
    const { done, value } = await reader.read().catch(() => {
      throw new ApiError(400, 'The body ends before it is complete')
    })
    if (done) return chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)
    size += value.length
    if (size > maxBytes) {
      // What the client still sends is not waited for.
      reader.cancel().catch(() => {})
      throw tooLarge(maxBytes)
    }
    chunks.push(value)
  }
}

function tooLarge(maxBytes: number): ApiError {
  return new ApiError(413, `The body is larger than ${maxBytes} bytes`, { Connection: 'close' })
}
