// The route for the measured values of a market over time.

import { createRoute, z } from '@hono/zod-openapi'
import type { GatewayApp } from '../../http/context.ts'
import { Exact, IsoTime } from '../../http/fields/schemas.ts'
import { isoTime } from '../../http/fields/views.ts'
import { answer } from '../../http/respond.ts'
import { errors, jsonAnswer, MarketParams } from '../../http/responses.ts'
import type { Services } from '../../services.ts'
import { findMarket } from '../find-market.ts'

const MeasuredValue = z
  .strictObject({ time: IsoTime, value: Exact })
  .openapi('MeasuredValue', { description: 'What the condition measures, at a moment' })

const valuesRoute = createRoute({
  method: 'get',
  path: '/v1/markets/{id}/values',
  operationId: 'listMeasuredValues',
  tags: ['Markets'],
  summary: 'List the measured values of a market over time, oldest first',
  description:
    'The values that this gateway has read since it started, at most a few hundred, also of recently decided ' +
    'markets. Proofs, not these values, decide a market.',
  request: { params: MarketParams },
  responses: { 200: jsonAnswer('The values', z.array(MeasuredValue)), ...errors(404) },
})

/** The route of the measured values of a market over time. */
export function valuesRoutes(app: GatewayApp, services: Services): void {
  app.openapi(valuesRoute, async (c) => {
    const { id } = await findMarket(services, c.req.valid('param').id)
    const samples = services.progress.samples.of(id)
    return answer(
      c,
      samples.map(({ at, value }) => ({ time: isoTime(at), value })),
      200,
    )
  })
}
