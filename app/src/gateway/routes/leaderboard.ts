import { createRoute } from '@hono/zod-openapi'
import { periodStart } from '../../history/periods.ts'
import { leaderboard, type RankingPosition } from '../../history/queries/leaderboard.ts'
import type { WalletStatsRow } from '../../store/schema/history.ts'
import { KeptAnswers } from '../kept-answers.ts'
import { answerPage, CURSOR_PARTS, cutPage, readCursor, writeCursor } from '../paging.ts'
import { Leader, LeaderboardQuery } from '../schemas/history.ts'
import type { Services } from '../services.ts'
import { validQuery } from '../validate.ts'
import { leaderView, rankedValue } from '../views/history.ts'
import { define, describedPage, errors, type GatewayApp } from './define.ts'

const route = createRoute({
  method: 'get',
  path: '/v1/leaderboard',
  summary: 'Ranks wallets',
  description:
    'By profit, by volume, or by the share of positions won (of equal shares, the one of more positions first). ' +
    'Bets count when they are placed, wins and losses when the market is decided; refunds are neither. May be a ' +
    'few seconds old.',
  request: { query: LeaderboardQuery },
  responses: { 200: describedPage('The wallets, best first', Leader), ...errors(400, 429) },
})

const SOL_DECIMALS = 9

const { small, units, address } = CURSOR_PARTS

/** The best wallets. */
export function leaderboardRoute(app: GatewayApp, { history, state }: Services): void {
  const kept = new KeptAnswers<WalletStatsRow[]>(history)

  define(app, route, async (c) => {
    const query = validQuery(c, LeaderboardQuery)
    const { by, period, currency, limit, offset } = query
    const list = ['leaderboard', by, period, currency].join('-')
    const [day, value = '', decided = '', wallet = '', rank = ''] =
      readCursor(query, list, [small, units, small, address, small]) ?? []
    // Pages of one list are of one day, whatever the clock says meanwhile.
    const start = day === undefined ? periodStart(period, Number(state.now())) : Number(day)
    const after: RankingPosition | undefined =
      day === undefined ? undefined : { value: BigInt(value), decided: Number(decided), wallet }
    const ranked = { by, period, currency, start, after, offset, limit: limit + 1 }
    const first = (after ? Number(rank) : offset) + 1
    const question = [list, start, value, decided, wallet, offset, limit].join(' ')
    const wallets = await kept.get(question, () => leaderboard(history.db, ranked))
    const found = wallets.map((stats, index) => ({ stats, rank: first + index }))
    const { items, next } = cutPage(found, limit, ({ stats, rank: last }) =>
      writeCursor(list, [start, rankedValue(stats, by), stats.decided, stats.wallet, last]),
    )
    const decimals = currency === 'SOL' ? SOL_DECIMALS : state.config.utilityDecimals
    return answerPage(
      c,
      items.map((item) => leaderView(item.stats, item.rank, decimals)),
      next,
    )
  })
}
