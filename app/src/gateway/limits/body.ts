import type { Context } from 'hono'
import type { GatewayEnv } from '../context.ts'
import { ApiError } from '../errors.ts'
import type { Answering, Guard } from '../guard.ts'

/** Bytes of a body at most. */
export const MAX_BODY = 64 * 1_024

const NOTHING = new Uint8Array()

/**
 * Reads the body, up to a limit, whether or not the request says how long it is, and leaves it in the context
 * as `rawBody`, where the routes find it: a signature is over these bytes.
 */
export function readBody(maxBytes: number = MAX_BODY): Guard {
  const read = async (c: Context<GatewayEnv>, next: Answering) => {
    c.env.exchange.rawBody = await collect(c.req.raw.body, maxBytes)
    return next(c)
  }
  return (c, next) => {
    const { method, headers } = c.env.incoming
    if (method === 'GET' || method === 'HEAD') return next(c)
    if (Number(headers['content-length'] ?? 0) > maxBytes) throw tooLarge(maxBytes)
    return read(c, next)
  }
}

/** The body of a request as it was sent; empty if there is none. */
export function bodyOf(c: Context<GatewayEnv>): Uint8Array {
  return c.env.exchange.rawBody ?? NOTHING
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
