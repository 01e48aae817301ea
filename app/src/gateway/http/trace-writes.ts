// Traces requests that change something.

import { SpanKind, SpanStatusCode } from '@opentelemetry/api'
import { createMiddleware } from 'hono/factory'
import { tracer } from '../../runtime/tracing.ts'
import type { GatewayEnv } from './context.ts'
import { routeOf } from './observe.ts'

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
