// The routes for health and metrics.

import { createRoute, z } from '@hono/zod-openapi'
import { SOL_DECIMALS } from '@prediction-market/sdk'
import { amount } from '../../json/json.ts'
import type { Cosigners } from '../bets/one-call/cosigners.ts'
import type { GatewayApp } from '../http/context.ts'
import { ApiError, errorCode } from '../http/errors/api-error.ts'
import type { Answered } from '../http/fields/answered.ts'
import { Address, AnsweredAmount } from '../http/fields/schemas.ts'
import { answer, headersOf } from '../http/respond.ts'
import { errors, jsonAnswer } from '../http/responses.ts'
import type { Services } from '../services.ts'
import type { Metrics } from './metrics.ts'

/** The answer of a process that is alive. */
const Liveness = z.strictObject({ status: z.literal('ok') }).openapi('Liveness')

/** Whether reads of markets are current, and the lag of book and history. */
export const Health = z
  .strictObject({
    status: z.enum(['ok', 'stale', 'starting']).openapi({
      description:
        '`stale`: the book is behind the chain. `starting`: the history has not been built yet, so that lists lack closed markets',
    }),
    slot: z.int(),
    slotLag: z.int(),
    markets: z.int(),
    history: z.strictObject({
      slotLag: z.int().openapi({ description: 'Slots of the chain that are not in the history yet' }),
      secondsLag: z.int().openapi({ description: 'Seconds since the history was last complete' }),
      gaps: z.int().openapi({
        description: 'Markets that lack an event which is known to exist; their own history answers 503',
      }),
    }),
    payers: z
      .array(z.strictObject({ address: Address, balance: AnsweredAmount.nullable(), isLow: z.boolean() }))
      .openapi({
        description:
          'The co-signing keys, which pay the network fees of one-call bets, and their balances in SOL',
      }),
  })
  .openapi('Health')

const readiness = {
  method: 'get' as const,
  tags: ['Service'],
  summary: 'Check readiness: whether reads of markets are current',
  description:
    'Answered from memory. A history that lags does not affect readiness: routes that need the history then answer 503.',
  responses: {
    ...errors(),
    200: jsonAnswer('The book is current', Health),
    503: jsonAnswer('The book is behind the chain, or there is no history yet; routes still answer', Health),
  },
}

const READINESS_ROUTES = [
  createRoute({ ...readiness, path: '/health', operationId: 'getHealth' }),
  createRoute({ ...readiness, path: '/health/ready', operationId: 'getReadiness' }),
]

const livenessRoute = createRoute({
  method: 'get',
  path: '/health/live',
  operationId: 'getLiveness',
  tags: ['Service'],
  summary: 'Check that the process is alive',
  description: 'Says nothing about the chain or the database: see `/health/ready`.',
  responses: { ...errors(), 200: jsonAnswer('It answers', Liveness) },
})

const metricsRoute = createRoute({
  method: 'get',
  path: '/metrics',
  operationId: 'getMetrics',
  tags: ['Service'],
  summary: 'Get metrics for Prometheus',
  description: 'In the text format of Prometheus.',
  responses: {
    200: { description: 'The metrics', content: { 'text/plain': { schema: z.string() } } },
    ...errors(),
  },
})

/** Routes for operators: readiness, liveness and metrics. */
export function healthRoutes(
  app: GatewayApp,
  services: Services & { cosigners: Cosigners; metrics: Metrics },
): void {
  const { book, state, history, metrics, deployment, cosigners } = services

  const readHealth = (): Answered<typeof Health> => {
    const { slots, seconds } = history.lag(state.slot)
    const payers = cosigners.balances().map(({ address, lamports, isLow }) => ({
      address,
      balance: lamports === null ? null : amount(BigInt(lamports), SOL_DECIMALS),
      isLow,
    }))
    return {
      status:
        state.lagMs() > 1_000 * deployment.maxLagSeconds ? 'stale' : history.isComplete ? 'ok' : 'starting',
      slot: state.slot,
      slotLag: state.lag(),
      markets: book.size,
      history: { slotLag: slots, secondsLag: seconds, gaps: history.gaps },
      payers,
    }
  }

  for (const route of READINESS_ROUTES) {
    app.openapi(route, (c) => {
      const health = readHealth()
      return health.status === 'ok'
        ? answer(c, health, 200)
        : answer(c, health, 503, errorCode('Unavailable'))
    })
  }

  app.openapi(livenessRoute, (c) => answer(c, { status: 'ok' as const }, 200))

  app.openapi(metricsRoute, async (c) => {
    const { registry } = metrics
    if (deployment.hasMetricsApart) throw new ApiError(404, 'Metrics are on a port of their own')
    return c.text(await registry.metrics(), 200, headersOf(c, registry.contentType))
  })
}
