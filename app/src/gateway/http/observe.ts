// The middleware that names, counts and logs every request.

import { randomBytes } from 'node:crypto'
import { SpanKind, SpanStatusCode } from '@opentelemetry/api'
import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { routePath } from 'hono/route'
import type { Logger } from 'pino'
import { tracer } from '../../runtime/tracing.ts'
import type { GatewayEnv } from './context.ts'

const WRITES = new Set(['POST', 'PUT', 'DELETE'])

/** Traces requests that change something, without their queries, bodies and headers. */
export const traceWrites = createMiddleware<GatewayEnv>((c, next) => {
  const { method } = c.req
  if (!WRITES.has(method)) return next()
  return tracer.startActiveSpan(method, { kind: SpanKind.SERVER }, async (span) => {
    try {
      await next()
    } finally {
      const route = routeOf(c)
      const { status } = c.res
      span.updateName(`${method} ${route}`)
      span.setAttributes({
        'http.request.method': method,
        'http.route': route,
        'http.response.status_code': status,
        'request.id': c.get('requestId'),
      })
      if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
      span.end()
    }
  })
})

/** A read that takes longer, in milliseconds, is logged at `info`. */
const SLOW_MS = 1_000

const READS = new Set(['GET', 'HEAD', 'OPTIONS'])

interface RequestCounter {
  countRequest(method: string, route: string, status: number, seconds: number): void
}

/**
 * Names, counts and logs every request: fast and successful reads at `debug`, all others at `info`. The log holds no
 * query, body or header, so no secret either. Find the line of an answer by its `X-Request-Id`. Ids that clients send
 * are ignored.
 */
export function observe(log: Logger, metrics: RequestCounter) {
  // Unique among all processes.
  const prefix = randomBytes(8).toString('hex')
  let count = 0
  return createMiddleware<GatewayEnv>(async (c, next) => {
    const start = performance.now()
    count += 1
    const requestId = `${prefix}-${count}`
    c.set('requestId', requestId)
    await next()
    const ms = performance.now() - start
    const { method, path } = c.req
    const { status } = c.res
    metrics.countRequest(method, routeOf(c), status, ms / 1_000)
    const isQuiet = status < 400 && ms < SLOW_MS && READS.has(method)
    const level = isQuiet ? 'debug' : 'info'
    if (!log.isLevelEnabled(level)) return
    log[level]({ requestId, method, path, status, ms: Number(ms.toFixed(3)) }, 'request')
  })
}

/** The route of a request that was handled. Where none matched, the last match is a middleware's. */
function routeOf(c: Context): string {
  const path = routePath(c, -1)
  return path.endsWith('*') ? 'unknown' : path
}
