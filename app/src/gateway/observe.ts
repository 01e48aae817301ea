import { randomUUID } from 'node:crypto'
import type { Context, MiddlewareHandler } from 'hono'
import { matchedRoutes } from 'hono/route'
import type { Logger } from 'pino'
import type { GatewayEnv } from './context.ts'
import type { Metrics } from './metrics.ts'
import { setHeader } from './respond.ts'

/**
 * Names every request, logs it and counts it. The log has no query, body or header, and so no secret: the id
 * goes back to the caller as `X-Request-Id` and finds the rest.
 */
export function observe(log: Logger, metrics: Metrics): MiddlewareHandler<GatewayEnv> {
  return async (c, next) => {
    const start = performance.now()
    const requestId = randomUUID()
    c.set('requestId', requestId)
    c.set('log', log.child({ requestId }))
    setHeader(c, 'X-Request-Id', requestId)
    await next()
    const { method, path } = c.req
    const { status } = c.res
    const milliseconds = performance.now() - start
    metrics.request(method, routeOf(c), status, milliseconds)
    log.info({ requestId, method, path, status, ms: Math.round(milliseconds * 1_000) / 1_000 }, 'request')
  }
}

/** The pattern that a request matched, so that metrics do not grow with the paths that people try. */
function routeOf(c: Context): string {
  const last = matchedRoutes(c).findLast(({ path }) => !path.endsWith('*'))
  return last?.path ?? 'unknown'
}
