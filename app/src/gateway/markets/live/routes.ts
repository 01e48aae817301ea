// The routes for what changes in several open markets (values, odds and bets) and for the measured values of one.

import { createRoute, z } from '@hono/zod-openapi'
import { marketAddressOf } from '@prediction-market/sdk/accounts'
import type { BookEntry } from '../../../book/entry.ts'
import { countBets, poolsOverTime } from '../../../history/queries/bets.ts'
import { rememberAnswer } from '../../../runtime/remember.ts'
import type { GatewayApp } from '../../http/context.ts'
import type { Answered } from '../../http/fields/answered.ts'
import {
  Exact,
  FeePercentage,
  Fraction,
  IsoTime,
  MARKET_ID_PATTERN,
  MarketId,
  Stakes,
} from '../../http/fields/schemas.ts'
import { feeShares, isoTime, oddsView, stakesView } from '../../http/fields/views.ts'
import { answer } from '../../http/respond.ts'
import { errors, jsonAnswer, MarketParams } from '../../http/responses.ts'
import type { Services } from '../../services.ts'
import { findMarket } from '../find-market.ts'
import { Condition, MaxRatio, OpenMarket } from '../schemas.ts'
import { conditionView, maxRatioView, referenceView } from '../views.ts'

/** The most markets of an answer; a query is not longer. */
export const MAX_MARKETS = 30

/** The most odds of a market's history in an answer. */
const MAX_ODDS = 24

const LiveQuery = z.strictObject({
  market: z
    .preprocess(
      (value) => (typeof value === 'string' ? [value] : value),
      z
        .array(MarketId)
        .min(1, 'must be at least one market')
        .max(MAX_MARKETS, `must be at most ${MAX_MARKETS} markets`),
    )
    .openapi({
      type: 'array',
      items: { type: 'string', pattern: MARKET_ID_PATTERN },
      description: `The market to read; repeat it for up to ${MAX_MARKETS}`,
    }),
})

/** The changing figures of an open market. */
export const LiveMarket = z
  .strictObject({
    id: MarketId,
    condition: Condition,
    closeAt: IsoTime.openapi({ description: 'The end of betting, unless the answer is known earlier' }),
    acceptingBets: z.boolean(),
    conditionProgress: OpenMarket.shape.conditionProgress,
    pools: Stakes,
    feePercentage: FeePercentage,
    maxRatio: MaxRatio,
    bets: z.int().openapi({ description: 'The number of bets so far' }),
    oddsOfYes: z.array(Fraction).openapi({
      description: `The odds of Yes over time, oldest first, at most ${MAX_ODDS}, in equal intervals since both sides had a stake`,
    }),
  })
  .openapi('LiveMarket')

const liveRoute = createRoute({
  method: 'get',
  path: '/v1/live',
  operationId: 'listLiveMarkets',
  tags: ['Markets'],
  summary: 'Get the measured value, odds over time and number of bets of several open markets',
  description: 'Markets that are decided or unknown are left out.',
  request: { query: LiveQuery },
  responses: { 200: jsonAnswer('The open ones among the markets', z.array(LiveMarket)), ...errors() },
})

/** Seconds that the clock of a gateway may be behind the newest bet. */
const CLOCK_LAG = 60

type Odds = Answered<typeof LiveMarket>['oddsOfYes'][number]

interface Past {
  bets: number
  oddsOfYes: Odds[]
}

/** The route for the changing figures that lists show beside the summaries of markets. */
export function liveRoutes(app: GatewayApp, { book, history, state, progress }: Services): void {
  // A bet creates a new entry, so each entry's past is read once.
  const pasts = new WeakMap<BookEntry, Promise<Past>>()

  const readPast = async (entry: BookEntry): Promise<Past> => {
    const { id, createdAt, pools } = entry
    const address = marketAddressOf(id)
    const now = Math.max(Number(state.now()), createdAt)
    const interval = Math.max(1, Math.ceil((now + 1 - createdAt) / MAX_ODDS))
    const [bets, { buckets }] = await Promise.all([
      countBets(history.db, address),
      poolsOverTime(history.db, address, { from: createdAt, to: now + CLOCK_LAG, interval }),
    ])
    const matched = buckets.filter(({ pools: { Yes, No } }) => Yes > 0n && No > 0n)
    const known = new Map(matched.map(({ start, pools: at }) => [start, oddsView(at).Yes]))
    const oddsOfYes: Odds[] = []
    let odds: Odds | undefined
    const end = Math.max(now, buckets.at(-1)?.start ?? 0)
    for (let start = createdAt; start <= end; start += interval) {
      odds = known.get(start) ?? odds
      if (odds !== undefined) oddsOfYes.push(odds)
    }
    // A past that is behind the book is read again for the next request.
    const last = buckets.at(-1)?.pools ?? { Yes: 0n, No: 0n }
    if (last.Yes !== pools.Yes || last.No !== pools.No) pasts.delete(entry)
    return { bets, oddsOfYes }
  }

  const pastOf = (entry: BookEntry) => rememberAnswer(pasts, entry, () => readPast(entry))

  app.openapi(liveRoute, async (c) => {
    const ids = new Set(c.req.valid('query').market)
    const known = [...ids].map((id) => book.get(id))
    const open = known.filter((entry) => entry !== undefined).filter(({ status }) => status === 'open')
    const views = open.map(async (entry): Promise<Answered<typeof LiveMarket>> => {
      const { market } = entry
      return {
        id: entry.id,
        condition: { ...conditionView(market.condition), ...referenceView(market) },
        closeAt: isoTime(market.closeAt),
        acceptingBets: state.takesBets(market),
        conditionProgress: progress.of(entry),
        pools: stakesView(entry.pools, market.decimals),
        feePercentage: feeShares(market.terms),
        maxRatio: maxRatioView(market.terms),
        ...(await pastOf(entry)),
      }
    })
    return answer(c, await Promise.all(views), 200)
  })
}

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
