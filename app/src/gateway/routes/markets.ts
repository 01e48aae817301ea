import { createRoute, z } from '@hono/zod-openapi'
import type { Context } from 'hono'
import type { MarketQuery } from '../book/book.ts'
import { requireMarket } from '../find-market.ts'
import { MarketDetail, MarketListQuery, MarketSummary } from '../schemas/market.ts'
import type { Services } from '../services.ts'
import { validQuery } from '../validate.ts'
import { answer, define, described, errors, type GatewayApp, MarketParams } from './define.ts'

const listRoute = createRoute({
  method: 'get',
  path: '/v1/markets',
  summary: 'Lists markets',
  description: 'Sorted by newest unless asked otherwise. `expiring` puts undecided markets first.',
  request: { query: MarketListQuery },
  responses: { 200: described('The markets', z.array(MarketSummary)), ...errors(400, 429) },
})

const detailRoute = createRoute({
  method: 'get',
  path: '/v1/markets/{id}',
  summary: 'Returns one market',
  request: { params: MarketParams },
  responses: { 200: described('The market', MarketDetail), ...errors(404, 429) },
})

/** Queries that are remembered by their text. */
const MAX_QUERIES = 1_000

/** What answers the reads. */
export interface MarketReads {
  list: (c: Context) => Response
  detail: (c: Context) => Response
}

/** Reading markets: from the book, without a call to a node. */
export function marketReads({ book, state, progress }: Services): MarketReads {
  const queries = new Map<string, MarketQuery>()
  const queryOf = (c: Context): MarketQuery => {
    const { url } = c.req
    const text = url.slice(url.indexOf('?', 8) >>> 0)
    const known = queries.get(text)
    if (known) return known
    const query = validQuery(c, MarketListQuery)
    if (queries.size >= MAX_QUERIES) queries.clear()
    queries.set(text, query)
    return query
  }
  return {
    list(c) {
      const entries = book.list(queryOf(c))
      return answer(c, `[${entries.map((entry) => entry.summary()).join(',')}]`)
    },
    detail(c) {
      const entry = requireMarket(book, c.req.param('id'))
      return answer(c, entry.detail(state.now(), progress.of(entry)))
    },
  }
}

/** Adds the reads to the app. */
export function marketRoutes(app: GatewayApp, services: Services): void {
  const { list, detail } = marketReads(services)
  define(app, listRoute, list)
  define(app, detailRoute, detail)
}
