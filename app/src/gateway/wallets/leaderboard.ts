// The route for the leaderboard.

import { createRoute } from '@hono/zod-openapi'
import { CURRENCIES } from '@prediction-market/sdk/currency'
import { periodStart } from '../../history/periods.ts'
import { leaderboard, type RankingPosition, type WalletStatsRow } from '../../history/queries/leaderboard.ts'
import type { GatewayApp } from '../http/context.ts'
import { answerPage, CURSOR_PARTS, cutPage, readCursor, writeCursor } from '../http/paging.ts'
import { ResponseCache } from '../http/response-cache.ts'
import { errors, pageAnswer } from '../http/responses.ts'
import type { Services } from '../services.ts'
import { Leader, LeaderboardQuery } from './schemas.ts'
import { leaderView, rankedValue } from './views.ts'

const route = createRoute({
  method: 'get',
  path: '/v1/leaderboard',
  operationId: 'getLeaderboard',
  tags: ['Wallets'],
  summary: 'Rank wallets',
  description:
    'By profit, by volume, or by the share of positions won (for equal shares, more positions first), which needs ' +
    'five decided positions. Only stakes with opposing stakes of other wallets count, when the market is decided; ' +
    'refunds of late and unmatched stakes and of void markets do not. The answer may be a few seconds old.',
  request: { query: LeaderboardQuery },
  responses: { 200: pageAnswer('The wallets, best first', Leader), ...errors() },
})

const { small, units, address } = CURSOR_PARTS

/** The route for the leaderboard. */
export function leaderboardRoute(app: GatewayApp, { history, state }: Services): void {
  const cache = new ResponseCache<WalletStatsRow[]>(history)

  app.openapi(route, async (c) => {
    const query = c.req.valid('query')
    const { by, period, currency, limit, offset } = query
    const list = ['leaderboard', by, period, currency].join('-')
    const [day, value = '', decided = '', wallet = '', rank = ''] =
      readCursor(query, list, [small, units, small, address, small]) ?? []
    // All pages of a list show the period of its first page, also after midnight.
    const start = day === undefined ? periodStart(period, Number(state.now())) : Number(day)
    const after: RankingPosition | undefined =
      day === undefined ? undefined : { value: BigInt(value), decided: Number(decided), wallet }
    const first = (after ? Number(rank) : offset) + 1
    const key = [list, start, value, decided, wallet, offset, limit].join(' ')
    const wallets = await cache.get(key, () =>
      leaderboard(history.db, { by, period, currency, start, after, offset, limit: limit + 1 }),
    )
    const found = wallets.map((stats, index) => ({ stats, rank: first + index }))
    const { items, next } = cutPage(found, limit, ({ stats, rank: last }) =>
      writeCursor(list, [start, rankedValue(stats, by), stats.decided, stats.wallet, last]),
    )
    const decimals = CURRENCIES[currency].decimals(state.config)
    const leaders = items.map((item) => leaderView(item.stats, item.rank, decimals))
    return answerPage(c, leaders, next)
  })
}
