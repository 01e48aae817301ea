// The route for the result of a market for the caller.

import { createRoute } from '@hono/zod-openapi'
import { PublicKey } from '@solana/web3.js'
import { OwnerResults } from '../../../history/queries/results.ts'
import { requireScope } from '../../auth/require.ts'
import type { GatewayApp } from '../../http/context.ts'
import { refusal } from '../../http/errors/api-error.ts'
import { answer } from '../../http/respond.ts'
import { AUTHENTICATED, errors, jsonAnswer, MarketParams } from '../../http/responses.ts'
import type { Services } from '../../services.ts'
import { findMarket } from '../find-market.ts'
import { MarketResult } from './schemas.ts'
import { resultView } from './views.ts'

const route = createRoute({
  method: 'get',
  path: '/v1/markets/{id}/result',
  operationId: 'getResult',
  tags: ['Markets'],
  summary: 'Get the result of a market for the caller',
  description:
    'Winnings and refund of the wallet of the caller, and whether they have been paid. Needs the scope `read` or `bet`.',
  security: AUTHENTICATED,
  middleware: requireScope('read', 'bet'),
  request: { params: MarketParams },
  responses: { 200: jsonAnswer('The result', MarketResult), ...errors(403, 404, 409) },
})

/** The route for results. */
export function resultRoute(app: GatewayApp, services: Services): void {
  const results = new OwnerResults(services.callerClient, services.history.db)

  app.openapi(route, async (c) => {
    const known = await findMarket(services, c.req.valid('param').id)
    const { id, market } = known
    const { resolvedAt } = market
    if (resolvedAt === null) {
      throw refusal('MarketUndecided', 'The market has not been decided yet')
    }
    const result = await results.of(known, new PublicKey(c.get('caller').wallet))
    return answer(c, resultView(id, { ...market, resolvedAt }, result), 200)
  })
}
