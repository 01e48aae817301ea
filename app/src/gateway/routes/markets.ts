import { createRoute } from '@hono/zod-openapi'
import type { Context } from 'hono'
import { toMarket } from '../../store/history/market.ts'
import { type ListQuery, listMarkets } from '../book/listing.ts'
import { wordsOf } from '../book/search.ts'
import type { Place } from '../book/sorted.ts'
import { ApiError } from '../errors.ts'
import { closedMarket } from '../find-market.ts'
import type { Answer } from '../guard.ts'
import { writeJson } from '../json/write.ts'
import { CURSOR_PARTS, nextBase, readCursor, tellNext, writeCursor } from '../paging.ts'
import { MarketDetail, MarketListQuery, MarketSummary } from '../schemas/market.ts'
import type { Services } from '../services.ts'
import { validQuery } from '../validate.ts'
import { idOf } from '../views/history.ts'
import { detailView } from '../views/market.ts'
import { answer, define, described, describedPage, errors, type GatewayApp, MarketParams } from './define.ts'

const listRoute = createRoute({
  method: 'get',
  path: '/v1/markets',
  summary: 'Lists markets',
  description:
    'Sorted by newest unless asked otherwise. `expiring` puts undecided markets first. Markets that were settled ' +
    'and closed on the chain stay in the list.',
  request: { query: MarketListQuery },
  responses: { 200: describedPage('The markets', MarketSummary), ...errors(400, 429) },
})

const detailRoute = createRoute({
  method: 'get',
  path: '/v1/markets/{id}',
  summary: 'Returns one market',
  description: 'Also one that was settled and closed on the chain.',
  request: { params: MarketParams },
  responses: { 200: described('The market', MarketDetail), ...errors(404, 429) },
})

/** Queries that are remembered by their text. */
const MAX_QUERIES = 1_000

/** A query, and the address of its next page up to the cursor. */
interface KnownQuery extends ListQuery {
  next: string
}

/** What answers the reads. */
export interface MarketReads {
  list: (c: Context) => Response
  detail: (c: Context) => Answer
}

/** Reading markets: from memory, without a call to a node or the store, except for details of a closed one. */
export function marketReads({ book, archive, history, state, progress }: Services): MarketReads {
  const queries = new Map<string, KnownQuery>()
  const queryOf = (c: Context): KnownQuery => {
    const { url } = c.req
    const text = url.slice(url.indexOf('?', 8) >>> 0)
    const known = queries.get(text)
    if (known) return known
    const query = readQuery(c)
    if (queries.size >= MAX_QUERIES) queries.clear()
    queries.set(text, query)
    return query
  }
  return {
    list(c) {
      const query = queryOf(c)
      const { entries, hasMore } = listMarkets(book, archive, query)
      const last = entries.at(-1)
      if (hasMore && last) tellNext(c, writePlace(query.sort, last), query.next)
      return answer(c, `[${entries.map((entry) => entry.summary()).join(',')}]`)
    },
    detail(c) {
      const id = c.req.param('id')
      const entry = id === undefined ? undefined : book.get(id)
      if (entry) return answer(c, entry.detail(state.now(), progress.of(entry)))
      return closedMarket(history.db, id).then((row) =>
        answer(c, writeJson(detailView(idOf(row.address), row.question, toMarket(row), false))),
      )
    },
  }
}

/** Adds the reads to the app. */
export function marketRoutes(app: GatewayApp, services: Services): void {
  const { list, detail } = marketReads(services)
  define(app, listRoute, list)
  define(app, detailRoute, detail)
}

function readQuery(c: Context): KnownQuery {
  const { q, cursor, ...query } = validQuery(c, MarketListQuery)
  const words = q === undefined ? undefined : wordsOf(q)
  if (words?.length === 0) throw new ApiError(400, 'q: must have a word')
  const place = readCursor({ ...query, cursor }, listName(query.sort), PLACE)
  return { ...query, words, after: place ? readPlace(place) : undefined, next: nextBase(c) }
}

const listName = (sort: string) => `markets-${sort}`

const { whole, units, address } = CURSOR_PARTS
const PLACE = [/^(open|resolved|void)$/, whole, whole, units, address]
const ID_PREFIX = idOf('')

/** A place in every order of the list: cursors of one order could be used in another, but not be meant there. */
function writePlace(sort: string, { status, createdAt, expireAt, volume, id }: Place): string {
  return writeCursor(listName(sort), [status, createdAt, expireAt, volume, id.slice(ID_PREFIX.length)])
}

function readPlace([status, createdAt, expireAt, volume, last = '']: string[]): Place {
  return {
    status: status as Place['status'],
    createdAt: Number(createdAt),
    expireAt: Number(expireAt),
    volume: BigInt(volume ?? 0),
    id: idOf(last),
  }
}
