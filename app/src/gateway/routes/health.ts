import { createRoute, z } from '@hono/zod-openapi'
import { writeJson } from '../../json/write.ts'
import { Health } from '../schemas/answers.ts'
import type { Services } from '../services.ts'
import { answer, define, described, type GatewayApp } from './define.ts'

const healthRoute = createRoute({
  method: 'get',
  path: '/health',
  summary: 'Says whether answers are current',
  responses: {
    200: described('They are', Health),
    503: described('The book may lag behind the chain; answers go on', Health),
  },
})

const metricsRoute = createRoute({
  method: 'get',
  path: '/metrics',
  summary: 'Metrics for Prometheus',
  responses: {
    200: { description: 'The metrics', content: { 'text/plain': { schema: z.string() } } },
  },
})

/** Readiness and metrics, for those who run the gateway. */
export function healthRoutes(app: GatewayApp, { book, state, metrics, deployment }: Services): void {
  define(app, healthRoute, (c) => {
    const slotLag = state.lag()
    const isStale = slotLag > deployment.maxSlotLag
    const status = isStale ? 'stale' : 'ok'
    const text = writeJson({ status, slot: state.slot, slotLag, markets: book.size })
    return answer(c, text, isStale ? 503 : 200)
  })

  define(app, metricsRoute, async (c) => {
    const { registry } = metrics
    return c.body(await registry.metrics(), 200, { 'content-type': registry.contentType })
  })
}
