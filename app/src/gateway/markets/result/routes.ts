// The routes for the result of a market for the caller, and for a claim.

import { createRoute } from '@hono/zod-openapi'
import { PublicKey } from '@solana/web3.js'
import { OwnerResults } from '../../../history/queries/results.ts'
import { requireScope } from '../../auth/require.ts'
import type { GatewayApp } from '../../http/context.ts'
import { refusal } from '../../http/errors/api-error.ts'
import { transactionView } from '../../http/fields/transaction.ts'
import { answer } from '../../http/respond.ts'
import {
  AUTHENTICATED,
  bodyErrors,
  errors,
  IdempotencyHeaders,
  jsonAnswer,
  MarketParams,
} from '../../http/responses.ts'
import type { Services } from '../../services.ts'
import { findMarket } from '../find-market.ts'
import { MarketResult, ProjectedClaim } from './schemas.ts'
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

export function resultRoute(app: GatewayApp, services: Services): void {
  const results = new OwnerResults(services.callerClient, services.history.db)

  app.openapi(route, async (c) => {
    const known = await findMarket(services, c.req.valid('param').id)
    const market = requireDecided(known)
    const result = await results.of(known, new PublicKey(c.get('caller').wallet))
    return answer(c, resultView(known.id, market, result), 200)
  })
}

const claim = createRoute({
  method: 'post',
  path: '/v1/markets/{id}/claim',
  operationId: 'buildClaim',
  tags: ['Bets'],
  summary: 'Build a claim',
  description:
    'Returns the result of the caller after the claim, and the transaction that pays winnings and refund to their wallet, ' +
    'for the caller to sign. A keeper usually pays without a claim; results with `claimable: true` can be claimed.',
  security: AUTHENTICATED,
  middleware: requireScope('build'),
  request: { params: MarketParams, headers: IdempotencyHeaders },
  responses: {
    202: jsonAnswer('The result and the transaction', ProjectedClaim),
    ...bodyErrors(402, 403, 404),
  },
})

export function claimRoute(app: GatewayApp, services: Services): void {
  const { client, history } = services
  const results = new OwnerResults(client, history.db)

  app.openapi(claim, async (c) => {
    const owner = new PublicKey(c.get('caller').wallet)
    const known = await findMarket(services, c.req.valid('param').id)
    const market = requireDecided(known)
    const result = await results.of(known, owner)
    if (result.settled && result.transactionId !== null) {
      throw refusal('NoPosition', `The position was paid in the transaction ${result.transactionId}`)
    }
    if (result.winnings + result.refund === 0n) {
      throw refusal('NothingToClaim', 'The wallet has nothing to claim in this market')
    }
    const instructions = await client.bets.buildClaim({ market: new PublicKey(known.address), owner })
    const prepared = await client.prepare(instructions, { payer: owner })
    const paid = { ...result, settled: true, transactionId: null }
    const projected = resultView(known.id, market, paid)
    return answer(c, { ...projected, transaction: transactionView(prepared) }, 202)
  })
}

function requireDecided({ market }: Awaited<ReturnType<typeof findMarket>>) {
  const { resolvedAt } = market
  if (resolvedAt === null) throw refusal('MarketUndecided', 'The market has not been decided yet')
  return { ...market, resolvedAt }
}
