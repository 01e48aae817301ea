// The routes for the bets and the odds of a market over time.

import { createRoute, z } from '@hono/zod-openapi'
import type { Stakes as Pools } from '@prediction-market/sdk'
import {
  type BetEvent,
  divide,
  INTERVALS,
  type Interval,
  lastBetAt,
  MAX_POINTS,
  marketBets,
  type PoolsAt,
  poolsOverTime,
  type TimeRange,
} from '../../../history/queries/bets.ts'
import type { EventPage } from '../../../history/queries/events.ts'
import { amount } from '../../../json/json.ts'
import type { GatewayApp } from '../../http/context.ts'
import { ApiError } from '../../http/errors/api-error.ts'
import type { Answered } from '../../http/fields/answered.ts'
import * as fields from '../../http/fields/schemas.ts'
import { isoTime, oddsView, stakesView } from '../../http/fields/views.ts'
import { PageQuery } from '../../http/page-schemas.ts'
import { answerPage, readNewest } from '../../http/paging.ts'
import { answer } from '../../http/respond.ts'
import { errors, jsonAnswer, MarketParams, pageAnswer } from '../../http/responses.ts'
import type { Services } from '../../services.ts'
import { findMarket } from '../find-market.ts'

/** A bet in a list. */
export const PlacedBet = z
  .strictObject({
    id: z.int().openapi({ description: 'Id of its event in `GET /v1/events`; later bets have larger ids' }),
    wallet: fields.Address,
    outcome: fields.OutcomeName,
    amount: fields.AnsweredAmount,
    newTotalStake: fields.Stakes,
    newOdds: fields.Odds,
    placedAt: fields.IsoTime,
    transactionId: fields.TransactionId,
  })
  .openapi('PlacedBet')

const intervals = Object.keys(INTERVALS) as [Interval, ...Interval[]]

/** Range and resolution of a market's history. */
const MarketHistoryQuery = z.strictObject({
  interval: z
    .enum(intervals, `must be one of ${intervals.join(', ')}`)
    .optional()
    .openapi({
      description: `Length of an interval; at most ${MAX_POINTS} intervals. The shortest that gives at most 200 by default`,
    }),
  from: fields.Moment.optional().openapi({ description: 'The creation of the market by default' }),
  to: fields.Moment.optional().openapi({ description: 'The decision, or now, by default' }),
})

/** One interval of a market's history. */
export const HistoryPoint = z
  .strictObject({
    time: fields.IsoTime.openapi({ description: 'Start of the interval' }),
    odds: fields.Odds.openapi({ description: 'At the end of the interval' }),
    totalStake: fields.Stakes.openapi({ description: 'At the end of the interval' }),
    volume: fields.AnsweredAmount.openapi({ description: 'Staked during the interval' }),
  })
  .openapi('HistoryPoint')

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

export function marketHistoryRoutes(app: GatewayApp, services: Services): void {
  const { history, state } = services

  app.openapi(betsRoute, async (c) => {
    const { address, market } = await findMarket(services, c.req.valid('param').id)
    const read = (page: EventPage) => marketBets(history.db, address, page)
    const bets = await readNewest(c.req.valid('query'), LIST, read, ({ id }) => id)
    return answerPage(c, bets, (bet) => placedBetView(bet, market.decimals))
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

/** A bet in a list. */
function placedBetView(bet: BetEvent, decimals: number): Answered<typeof PlacedBet> {
  const { outcome, amount: staked, pools } = bet.details
  return {
    id: bet.id,
    wallet: bet.wallet ?? '',
    outcome,
    amount: amount(staked, decimals),
    newTotalStake: stakesView(pools, decimals),
    newOdds: oddsView(pools),
    placedAt: isoTime(bet.time),
    transactionId: bet.signature,
  }
}

/** A market's history by interval; an interval without a bet has the pools of the one before. */
function historyView(
  { from, to, interval }: TimeRange,
  { before, buckets }: { before: Pools; buckets: readonly PoolsAt[] },
  decimals: number,
): Answered<typeof HistoryPoint>[] {
  const changes = new Map(buckets.map(({ start, pools }) => [start, pools]))
  const points: Answered<typeof HistoryPoint>[] = []
  let pools = before
  for (let start = from; start < to; start += interval) {
    const { Yes, No } = pools
    pools = changes.get(start) ?? pools
    points.push({
      time: isoTime(start),
      odds: oddsView(pools),
      totalStake: stakesView(pools, decimals),
      volume: amount(pools.Yes + pools.No - Yes - No, decimals),
    })
  }
  return points
}
