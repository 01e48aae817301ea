// The route for the largest positions in a market.

import { createRoute, z } from '@hono/zod-openapi'
import { largestPositions, type PositionRow } from '../../../history/queries/positions.ts'
import type { GatewayApp } from '../../http/context.ts'
import { Address, Stakes } from '../../http/fields/schemas.ts'
import { stakesView } from '../../http/fields/views.ts'
import { answer } from '../../http/respond.ts'
import { ResponseCache } from '../../http/response-cache.ts'
import { errors, jsonAnswer, MarketParams } from '../../http/responses.ts'
import type { Services } from '../../services.ts'
import { findMarket } from '../find-market.ts'

/** The most positions of an answer. */
const MOST = 50

const Holder = z
  .strictObject({
    wallet: Address,
    stake: Stakes,
    bets: z.int().openapi({ description: 'The number of its bets on this market' }),
  })
  .openapi('Holder')

const route = createRoute({
  method: 'get',
  path: '/v1/markets/{id}/holders',
  operationId: 'listHolders',
  tags: ['Markets'],
  summary: `List the ${MOST} wallets with the largest stakes in a market, largest first`,
  description: 'The answer may be a few seconds old.',
  request: { params: MarketParams },
  responses: { 200: jsonAnswer('The wallets', z.array(Holder)), ...errors(404) },
})

export function holdersRoute(app: GatewayApp, services: Services): void {
  const { history } = services
  // A market may have many positions, which are sorted for the answer.
  const cache = new ResponseCache<PositionRow[]>(history)

  app.openapi(route, async (c) => {
    const { address, market } = await findMarket(services, c.req.valid('param').id)
    const positions = await cache.get(address, () => largestPositions(history.db, address, MOST))
    const holders = positions.map(({ owner, stakeYes, stakeNo, bets }) => ({
      wallet: owner,
      stake: stakesView({ Yes: stakeYes, No: stakeNo }, market.decimals),
      bets,
    }))
    return answer(c, holders, 200)
  })
}
