import { createRoute } from '@hono/zod-openapi'
import { marketAddressOf, marketIdOf } from '@prediction-market/sdk'
import type { Context } from 'hono'
import { type ListQuery, listMarkets } from '../../book/list-markets.ts'
import { searchTerms } from '../../book/search.ts'
import type { SortKey } from '../../book/sort.ts'
import { toMarket } from '../../history/market-row.ts'
import { writeJson } from '../../json/write.ts'
import type { GatewayEnv } from '../context.ts'
import { ApiError } from '../errors.ts'
import { pastMarket } from '../find-market.ts'
import { CURSOR_PARTS, nextBase, readCursor, tellNext, writeCursor } from '../paging.ts'
import { MarketDetail, MarketListQuery, MarketSummary } from '../schemas/market.ts'
import type { Services } from '../services.ts'
import { validQuery } from '../validate.ts'
import { detailView } from '../views/market.ts'
import { MarketJson } from '../views/market-json.ts'
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

/** Lists that are remembered by the address that asks for them. */
const MAX_LISTS = 200

/** A list as it was at a version of the book and one of the archive. */
interface RememberedList {
  live: number
  past: number
  /** JSON in UTF-8. */
  bytes: Uint8Array
  /** The cursor behind its last market, and the address of the next page up to it. */
  next: { cursor: string; base: string } | undefined
}

/** Reading markets: from memory, without a call to a node or the store, except for details of a closed one. */
export function marketRoutes(app: GatewayApp, services: Services): void {
  const { book, archive, history, state, progress } = services
  const lists = new Map<string, RememberedList>()
  const json = new MarketJson()

  const listOf = (c: Context<GatewayEnv>): RememberedList => {
    const { url = '' } = c.env.incoming
    const live = book.version
    const past = archive.version
    const known = lists.get(url)
    if (known?.live === live && known.past === past) return known
    const { base, ...query } = readQuery(c)
    const { entries, hasMore } = listMarkets(book, archive, query)
    const last = hasMore ? entries.at(-1) : undefined
    const list = {
      ...{ live, past },
      bytes: Buffer.from(`[${entries.map((entry) => json.summary(entry)).join(',')}]`),
      next: last && { cursor: writePlace(query.sort, last), base },
    }
    if (lists.size >= MAX_LISTS) lists.clear()
    lists.set(url, list)
    return list
  }

  define(app, listRoute, (c) => {
    const { bytes, next } = listOf(c)
    if (next) tellNext(c, next.cursor, next.base)
    return answer(c, bytes)
  })

  define(app, detailRoute, (c) => {
    const id = c.req.param('id')
    const entry = id === undefined ? undefined : book.get(id)
    if (entry) return answer(c, json.detail(entry, state.now(), progress.of(entry)))
    return pastMarket(history.db, id).then((row) => {
      // The history may know of a market before the book does.
      const acceptingBets = row.status === 'open' && state.now() < BigInt(row.closeAt)
      return answer(
        c,
        writeJson(detailView(marketIdOf(row.address), row.question, toMarket(row), acceptingBets)),
      )
    })
  })
}

function readQuery(c: Context): ListQuery & { base: string } {
  const { q, cursor, ...query } = validQuery(c, MarketListQuery)
  const terms = q === undefined ? undefined : searchTerms(q)
  if (terms?.length === 0) throw new ApiError(400, 'q: must have a word')
  const place = readCursor({ ...query, cursor }, listName(query.sort), PLACE)
  return { ...query, terms, after: place ? readPlace(place) : undefined, base: nextBase(c) }
}

const listName = (sort: string) => `markets-${sort}`

const { whole, units, address } = CURSOR_PARTS
const PLACE = [/^(open|resolved|void)$/, whole, whole, units, address]

/** A place in every order of the list: cursors of one order could be used in another, but not be meant there. */
function writePlace(sort: string, { status, createdAt, expireAt, volume, id }: SortKey): string {
  return writeCursor(listName(sort), [status, createdAt, expireAt, volume, marketAddressOf(id)])
}

function readPlace([status, createdAt, expireAt, volume, last = '']: string[]): SortKey {
  return {
    status: status as SortKey['status'],
    createdAt: Number(createdAt),
    expireAt: Number(expireAt),
    volume: BigInt(volume ?? 0),
    id: marketIdOf(last),
  }
}
