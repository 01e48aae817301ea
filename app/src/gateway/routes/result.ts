import { createRoute } from '@hono/zod-openapi'
import { PublicKey } from '@solana/web3.js'
import { amount, writeJson } from '../../json/write.ts'
import { requireCaller } from '../caller.ts'
import { onChain } from '../chain-errors.ts'
import { ApiError } from '../errors.ts'
import { findMarket } from '../find-market.ts'
import { OwnerResults } from '../positions.ts'
import { MarketResult } from '../schemas/answers.ts'
import type { Services } from '../services.ts'
import { isoTime, stakesView } from '../views/market.ts'
import { answer, define, described, errors, type GatewayApp, MarketParams, SIGNED } from './define.ts'

const route = createRoute({
  method: 'get',
  path: '/v1/markets/{id}/result',
  summary: 'Says what a decided market means for the caller',
  security: SIGNED,
  request: { params: MarketParams },
  responses: { 200: described('The result', MarketResult), ...errors(401, 403, 404, 409, 429, 503) },
})

/** Results of decided markets, for the wallet that asks. */
export function resultRoute(app: GatewayApp, services: Services): void {
  const results = new OwnerResults(services.client, services.history.db)

  define(app, route, async (c) => {
    const { wallet } = requireCaller(c, 'read')
    const known = await findMarket(services, c.req.param('id'))
    const { id, market } = known
    const { resolvedAt, decimals } = market
    if (resolvedAt === null) throw new ApiError(409, 'The market has not been decided yet')
    const result = await onChain(() => results.of(known, new PublicKey(wallet)))
    return answer(
      c,
      writeJson({
        marketId: id,
        winningOutcome: market.outcome,
        resolvedAt: isoTime(resolvedAt),
        yourWinnings: amount(result.winnings, decimals),
        claimable: !result.settled && result.winnings > 0n,
        yourStake: stakesView(result.stakes, decimals),
        settled: result.settled,
        transactionId: result.transactionId,
      }),
    )
  })
}
