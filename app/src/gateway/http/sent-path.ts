import type { Context } from 'hono'
import type { GatewayEnv } from './context.ts'

/**
 * Path and query of a request as they were sent. `c.req.url` is normalized: a signature over what was sent would not
 * fit, and neither would the length.
 */
export function sentPath(c: Context<GatewayEnv>): string {
  return c.env.incoming.url ?? ''
}
