// The routes for the bets and the odds of a market over time.

import { createRoute, z } from '@hono/zod-openapi'
import { lastBetAt, marketBets } from '../../../history/queries/bets.ts'
import { divide } from '../../../history/queries/intervals.ts'
import { poolsOverTime } from '../../../history/queries/pools.ts'
import type { GatewayApp } from '../../http/context.ts'
import { ApiError } from '../../http/errors/api-error.ts'
import { PageQuery } from '../../http/page-schemas.ts'
import { answerPage, CURSOR_PARTS, cutPage, readCursor, writeCursor } from '../../http/paging.ts'
import { answer } from '../../http/respond.ts'
import { errors, jsonAnswer, MarketParams, pageAnswer } from '../../http/responses.ts'
import type { Services } from '../../services.ts'
import { findMarket } from '../find-market.ts'
import { HistoryPoint, MarketHistoryQuery, PlacedBet } from './schemas.ts'
import { historyView, placedBetView } from './views.ts'

const betsRoute = createRoute({
  method: 'get',
  path: '/v1/markets/{id}/bets',
  operationId: 'listBets',
  tags: ['Markets'],
  summary: 'List the bets of a market, newest first',
  description: 'Each with its wallet, its amount and the odds after it.',
  request: { params: MarketParams, query: PageQuery },
  responses: { 200: pageAnswer('The bets', PlacedBet), ...errors(404) },
})

const historyRoute = createRoute({
  method: 'get',
  path: '/v1/markets/{id}/history',
  operationId: 'getMarketHistory',
  tags: ['Markets'],
  summary: 'Get odds and volume of a market over time',
  description:
    'One item per interval, oldest first, including intervals without a bet. Intervals begin at multiples of their ' +
    'length in UTC.',
  request: { params: MarketParams, query: MarketHistoryQuery },
  responses: { 200: jsonAnswer('The intervals', z.array(HistoryPoint)), ...errors(404) },
})

const LIST = 'bets'

/** Routes for the history of a market. */
export function marketHistoryRoutes(app: GatewayApp, services: Services): void {
  const { history, state } = services

  app.openapi(betsRoute, async (c) => {
    const query = c.req.valid('query')
    const { limit, offset } = query
    const [last] = readCursor(query, LIST, [CURSOR_PARTS.whole]) ?? []
    const { address, market } = await findMarket(services, c.req.valid('param').id)
    const before = last === undefined ? undefined : Number(last)
    const found = await marketBets(history.db, address, { before, offset, limit: limit + 1 })
    const { items, next } = cutPage(found, limit, ({ id }) => writeCursor(LIST, [id]))
    const bets = items.map((bet) => placedBetView(bet, market.decimals))
    return answerPage(c, bets, next)
  })

  app.openapi(historyRoute, async (c) => {
    const query = c.req.valid('query')
    if (query.from !== undefined && query.to !== undefined && query.from >= query.to) {
      throw new ApiError(400, 'from: must be before to')
    }
    const { address, market } = await findMarket(services, c.req.valid('param').id)
    // The range ends after the second of the decision, or the current one. Our clock may be behind the chain's.
    const last = market.resolvedAt ?? Math.max(Number(state.now()), await lastBetAt(history.db, address))
    const end = Number(last) + 1
    const from = Math.max(query.from ?? 0, Number(market.createdAt))
    const to = Math.min(query.to ?? end, end)
    if (from >= to) return answer(c, [], 200)
    const range = divide(from, to, query.interval)
    const pools = await poolsOverTime(history.db, address, range)
    return answer(c, historyView(range, pools, market.decimals), 200)
  })
}
