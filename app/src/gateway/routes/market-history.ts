import { createRoute, z } from '@hono/zod-openapi'
import { lastBetAt, marketBets } from '../../history/queries/bets.ts'
import { poolsOverTime } from '../../history/queries/pools.ts'
import { writeJson } from '../../json/write.ts'
import { ApiError } from '../errors.ts'
import { findMarket } from '../find-market.ts'
import { cut } from '../intervals.ts'
import { answerPage, CURSOR_PARTS, cutPage, readCursor, writeCursor } from '../paging.ts'
import { HistoryPoint, MarketHistoryQuery, PageQuery, PlacedBet } from '../schemas/history.ts'
import type { Services } from '../services.ts'
import { validQuery } from '../validate.ts'
import { historyView, placedBetView } from '../views/history.ts'
import { answer, define, described, describedPage, errors, type GatewayApp, MarketParams } from './define.ts'

const betsRoute = createRoute({
  method: 'get',
  path: '/v1/markets/{id}/bets',
  summary: 'Lists the bets of a market, newest first',
  request: { params: MarketParams, query: PageQuery },
  responses: { 200: describedPage('The bets', PlacedBet), ...errors(400, 404, 429) },
})

const historyRoute = createRoute({
  method: 'get',
  path: '/v1/markets/{id}/history',
  summary: 'Returns odds and volume of a market over time',
  description:
    'One item for each piece of time, oldest first, also for those without a bet. Pieces begin at whole multiples ' +
    'of their length in UTC.',
  request: { params: MarketParams, query: MarketHistoryQuery },
  responses: { 200: described('The pieces', z.array(HistoryPoint)), ...errors(400, 404, 429) },
})

const LIST = 'bets'

/** What became of a market, and when. */
export function marketHistoryRoutes(app: GatewayApp, services: Services): void {
  const { history, state } = services

  define(app, betsRoute, async (c) => {
    const query = validQuery(c, PageQuery)
    const { limit, offset } = query
    const [last] = readCursor(query, LIST, [CURSOR_PARTS.whole]) ?? []
    const { address, market } = await findMarket(services, c.req.param('id'))
    const before = last === undefined ? undefined : Number(last)
    const found = await marketBets(history.db, address, { before, offset, limit: limit + 1 })
    const { items, next } = cutPage(found, limit, ({ id }) => writeCursor(LIST, [id]))
    return answerPage(
      c,
      items.map((bet) => placedBetView(bet, market.decimals)),
      next,
    )
  })

  define(app, historyRoute, async (c) => {
    const query = validQuery(c, MarketHistoryQuery)
    if (query.from !== undefined && query.to !== undefined && query.from >= query.to) {
      throw new ApiError(400, 'from: must be before to')
    }
    const { address, market } = await findMarket(services, c.req.param('id'))
    // The second of the decision, or the one that runs, is part of it. Our clock may be behind the chain's.
    const last = market.resolvedAt ?? Math.max(Number(state.now()), await lastBetAt(history.db, address))
    const end = Number(last) + 1
    const from = Math.max(query.from ?? 0, Number(market.createdAt))
    const to = Math.min(query.to ?? end, end)
    if (from >= to) return answer(c, '[]')
    const stretch = cut(from, to, query.interval)
    const pools = await poolsOverTime(history.db, address, stretch)
    return answer(c, writeJson(historyView(stretch, pools, market.decimals)))
  })
}
