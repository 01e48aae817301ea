import { createRoute, z } from '@hono/zod-openapi'
import { SOL_DECIMALS } from '@prediction-market/sdk'
import { amount } from '../../json/write.ts'
import type { Cosigners } from '../bets/one-call/cosigners.ts'
import type { Answered } from '../fields/answered.ts'
import type { GatewayApp } from '../http/context.ts'
import { answer, headersOf } from '../http/respond.ts'
import { errors, jsonAnswer } from '../http/responses.ts'
import type { Metrics } from '../metrics.ts'
import type { Services } from '../services.ts'
import { Health } from './schemas.ts'

const healthRoute = createRoute({
  method: 'get',
  path: '/health',
  operationId: 'getHealth',
  tags: ['Service'],
  summary: 'Check readiness',
  responses: {
    ...errors(),
    200: jsonAnswer('Book and history are current', Health),
    503: jsonAnswer('The book or the history lags behind the chain; routes still answer', Health),
  },
})

const metricsRoute = createRoute({
  method: 'get',
  path: '/metrics',
  operationId: 'getMetrics',
  tags: ['Service'],
  summary: 'Get metrics for Prometheus',
  responses: {
    200: { description: 'The metrics', content: { 'text/plain': { schema: z.string() } } },
    ...errors(),
  },
})

/** Routes for operators: readiness and metrics. */
export function healthRoutes(
  app: GatewayApp,
  services: Services & { cosigners: Cosigners; metrics: Metrics },
): void {
  const { book, state, history, metrics, deployment, cosigners } = services

  app.openapi(healthRoute, async (c) => {
    const slotLag = state.lag()
    const { slots, seconds } = history.lag(state.slot)
    const isStale = slotLag > deployment.maxSlotLag || slots > deployment.maxHistoryLag
    const payers = (await cosigners.balances()).map(({ address, lamports, isLow }) => ({
      address,
      balance: lamports === null ? null : amount(BigInt(lamports), SOL_DECIMALS),
      isLow,
    }))
    const health: Answered<typeof Health> = {
      status: isStale ? 'stale' : 'ok',
      slot: state.slot,
      slotLag,
      markets: book.size,
      history: { slotLag: slots, secondsLag: seconds, unreadTransactions: history.unread },
      payers,
    }
    return isStale ? answer(c, health, 503) : answer(c, health, 200)
  })

  app.openapi(metricsRoute, async (c) => {
    const { registry } = metrics
    return c.text(await registry.metrics(), 200, headersOf(c, registry.contentType))
  })
}
