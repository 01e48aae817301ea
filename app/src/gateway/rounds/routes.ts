// The routes for series of rounds.

import { createRoute, z } from '@hono/zod-openapi'
import { marketAddressOf, marketIdOf } from '@prediction-market/sdk/accounts'
import type { BookEntry } from '../../book/entry.ts'
import { toMarket } from '../../history/market-row.ts'
import { marketRows } from '../../history/queries/archive.ts'
import type { GatewayApp } from '../http/context.ts'
import { ApiError } from '../http/errors/api-error.ts'
import { answer } from '../http/respond.ts'
import { errors, jsonAnswer } from '../http/responses.ts'
import type { Services } from '../services.ts'
import { ResultsQuery, RoundSeries as RoundSeriesSchema, SeriesParams } from './schemas.ts'
import { RoundSeries, type Series } from './series.ts'
import { type KnownRound, seriesView } from './views.ts'

const listRoute = createRoute({
  method: 'get',
  path: '/v1/rounds',
  operationId: 'listRounds',
  tags: ['Rounds'],
  summary: 'List the series of rounds',
  description:
    'A round is a market about whether a price rises from one moment to another. Its bets end before the first of the ' +
    'two prices exists. Each series has the round that takes bets, those being measured and the results of the last ten.',
  responses: { 200: jsonAnswer('The series, by number', z.array(RoundSeriesSchema)), ...errors() },
})

const seriesRoute = createRoute({
  method: 'get',
  path: '/v1/rounds/{series}',
  operationId: 'getRounds',
  tags: ['Rounds'],
  summary: 'Get a series of rounds',
  description: 'The round that takes bets, those that are being measured, and the last results.',
  request: { params: SeriesParams, query: ResultsQuery },
  responses: { 200: jsonAnswer('The series', RoundSeriesSchema), ...errors(404) },
})

/** The number of past rounds in the list. */
const LISTED = 10

/** The latest rounds of a series that are not decided: one takes bets, one or two are measured. */
const UNDECIDED = 3

/** Routes that read the rounds of the wallet that opens them. */
export function roundRoutes(app: GatewayApp, services: Services): void {
  const { book, state, history, client, deployment } = services
  const series = new RoundSeries(book, deployment.roundsOpener, client.programId)

  const view = async (one: Series, count: number) => {
    const undecided = one.rounds.filter(({ status }) => status === 'open')
    const isTaking = (round: BookEntry) => round.acceptsBets(state.now())
    const measuring = undecided.filter((round) => !isTaking(round))
    return seriesView(one, {
      // During a pause none takes bets, and that one is not measured either.
      takingBets: undecided.filter((round) => state.takesBets(round.market)).at(-1),
      measuring: measuring.reverse(),
      results: await results(one, count),
    })
  }

  /** The decided ones among the last rounds, from the book or the store. */
  const results = async (one: Series, count: number): Promise<KnownRound[]> => {
    const ids = series.lastIds(one, count + UNDECIDED)
    const closed = ids.filter((id) => !book.get(id)).map(marketAddressOf)
    const rows = await marketRows(history.db, closed)
    const past = new Map(rows.map((row) => [marketIdOf(row.address), row]))
    const decided = ids.flatMap((id): KnownRound[] => {
      const row = past.get(id)
      const known = book.get(id) ?? (row && { id, question: row.question, market: toMarket(row) })
      const isDecided = known && known.market.status !== 'open' && hasStakes(known)
      return isDecided ? [known] : []
    })
    return decided.slice(0, count)
  }

  app.openapi(listRoute, async (c) => {
    const views = await Promise.all(series.all().map((one) => view(one, LISTED)))
    return answer(c, views, 200)
  })

  app.openapi(seriesRoute, async (c) => {
    const { series: number } = c.req.valid('param')
    const found = series.all().find((one) => one.number === number)
    if (!found) throw new ApiError(404, `Series not found: ${number}`)
    return answer(c, await view(found, c.req.valid('query').limit), 200)
  })
}

function hasStakes({ market: { pools } }: KnownRound): boolean {
  return pools.Yes + pools.No > 0n
}
