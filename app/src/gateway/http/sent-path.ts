import type { Context } from 'hono'
import type { GatewayEnv } from './context.ts'

/**
 * Path and query of a request as they were sent. `c.req.url` is normalized: neither the signature over the sent
 * path nor its length would match.
 */
export function sentPath(c: Context<GatewayEnv>): string {
  return c.env.incoming.url ?? ''
}
