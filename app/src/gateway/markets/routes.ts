// The routes that list and read markets.

import { createRoute, type z } from '@hono/zod-openapi'
import { marketAddressOf, marketIdOf } from '@prediction-market/sdk/accounts'
import { LRUCache } from 'lru-cache'
import type { BookEntry } from '../../book/entry.ts'
import { type ListQuery, listMarkets } from '../../book/list-markets.ts'
import { type ListedMarket, searchTerms } from '../../book/listed.ts'
import type { SortKey } from '../../book/sort.ts'
import { toMarket } from '../../history/market-row.ts'
import { encodeJson, type JsonBytes, type JsonText, writeJson, writeJsonArray } from '../../json/json.ts'
import { remember } from '../../runtime/remember.ts'
import { forEachInSlices } from '../../runtime/slices.ts'
import type { GatewayApp } from '../http/context.ts'
import { ApiError } from '../http/errors/api-error.ts'
import type { Answered } from '../http/fields/answered.ts'
import { CURSOR_PARTS, nextPageHeaders, readCursor, writeCursor } from '../http/paging.ts'
import { answer, answerWritten } from '../http/respond.ts'
import { errors, jsonAnswer, MarketParams, pageAnswer } from '../http/responses.ts'
import { historyBehind, isHistoryCurrent } from '../limits/current-history.ts'
import type { Services } from '../services.ts'
import { requirePastMarket } from './find-market.ts'
import { MarketDetail, MarketListQuery, MarketSummary, type OpenMarket } from './schemas.ts'
import { detailView, summaryView } from './views.ts'

interface CachedDetail {
  json: JsonBytes<Answered<typeof MarketDetail>>
  acceptingBets: boolean
  progressVersion: number
}

interface Progress {
  /** Changes whenever progress may have. */
  readonly version: number
  /** `undefined` if it is not known. */
  of(entry: BookEntry): Answered<typeof OpenMarket>['conditionProgress']
}

/** Caches the JSON of markets. Entries of the book are immutable, so each is written once. */
export class MarketJson {
  readonly #summaries = new WeakMap<ListedMarket, JsonText<Answered<typeof MarketSummary>>>()
  readonly #details = new WeakMap<BookEntry, CachedDetail>()

  summary(market: ListedMarket): JsonText<Answered<typeof MarketSummary>> {
    return remember(this.#summaries, market, () => writeJson(summaryView(market, market.pools)))
  }

  /**
   * A market with all its fields, in UTF-8.
   *
   * @param acceptingBets - whether it takes bets now
   */
  detail(
    entry: BookEntry,
    acceptingBets: boolean,
    progress: Progress,
  ): JsonBytes<Answered<typeof MarketDetail>> {
    const { version: progressVersion } = progress
    const known = this.#details.get(entry)
    if (known?.acceptingBets === acceptingBets && known.progressVersion === progressVersion) return known.json
    const { id, question, market } = entry
    const json = encodeJson(writeJson(detailView(id, question, market, acceptingBets, progress.of(entry))))
    this.#details.set(entry, { json, acceptingBets, progressVersion })
    return json
  }
}

const listRoute = createRoute({
  method: 'get',
  path: '/v1/markets',
  operationId: 'listMarkets',
  tags: ['Markets'],
  summary: 'List markets',
  description:
    'Newest first by default. `expiring` and `trending` put undecided markets first; `expiring` then has the last decided first. `volume` and `trending` sort by the ' +
    'smaller pool, which a stake without opponents does not change; for `trending` it counts half as much for every day ' +
    'since the market was opened. The list includes markets whose accounts were closed after settlement. Decided rounds are ' +
    'left out unless `type=change` alone asks for them.',
  request: { query: MarketListQuery },
  responses: { 200: pageAnswer('The markets', MarketSummary), ...errors() },
})

const detailRoute = createRoute({
  method: 'get',
  path: '/v1/markets/{id}',
  operationId: 'getMarket',
  tags: ['Markets'],
  summary: 'Get a market',
  description: 'Also returns a market whose account was closed after settlement, or that was cancelled.',
  request: { params: MarketParams },
  responses: { 200: jsonAnswer('The market', MarketDetail), ...errors(404) },
})

/** The most lists that are cached, by URL. */
const MAX_LISTS = 200

/** A list that is valid for one version of the book and of the archive. */
interface CachedList {
  bookVersion: number
  archiveVersion: number
  /** Undefined until it was read. */
  list?: List
  reading: Promise<List>
}

interface List {
  json: JsonBytes<Answered<typeof MarketSummary>[]>
  /** Link to the next page. */
  headers: Record<string, string> | undefined
}

/** Routes that read markets: from memory those on the chain, and from the store closed ones. */
export function marketRoutes(app: GatewayApp, services: Services): void {
  const { book, archive, history, state, progress } = services
  const lists = new LRUCache<string, CachedList>({ max: MAX_LISTS })
  const json = new MarketJson()

  const findList = (url: string): CachedList | undefined => {
    const cached = lists.get(url)
    const isCurrent = cached?.bookVersion === book.version && cached.archiveVersion === archive.version
    return isCurrent ? cached : undefined
  }

  const readList = async (url: string, query: ListQuery): Promise<List> => {
    const { entries, hasMore } = await listMarkets(book, archive, query)
    const last = hasMore ? entries.at(-1) : undefined
    // Reading a question takes a millisecond.
    const summaries: ReturnType<typeof json.summary>[] = []
    await forEachInSlices(entries, (entry) => summaries.push(json.summary(entry)))
    return {
      json: encodeJson(writeJsonArray(summaries)),
      headers: last && nextPageHeaders(url, writePlace(query.sort, last)),
    }
  }

  /** Concurrent requests for a list share one read. */
  const openList = (url: string, query: ListQuery): Promise<List> => {
    const known = findList(url)
    if (known) return known.reading
    const reading = readList(url, query)
    const cached: CachedList = { bookVersion: book.version, archiveVersion: archive.version, reading }
    lists.set(url, cached)
    reading.then(
      (list) => {
        cached.list = list
      },
      () => lists.delete(url),
    )
    return reading
  }

  // A cached list and a market of the book need no validation, which takes as long as the rest of the request.
  app.get(listRoute.getRoutingPath(), async (c, next) => {
    const list = findList(c.req.url)?.list
    return list ? answerWritten(c, list.json, 200, list.headers) : next()
  })

  app.get(detailRoute.getRoutingPath(), async (c, next) => {
    const entry = book.get(c.req.param('id') ?? '')
    return entry ? answerWritten(c, json.detail(entry, state.takesBets(entry.market), progress), 200) : next()
  })

  app.openapi(listRoute, async (c) => {
    const list = await openList(c.req.url, toListQuery(c.req.valid('query')))
    return answerWritten(c, list.json, 200, list.headers)
  })

  app.openapi(detailRoute, async (c) => {
    const row = await requirePastMarket(history.db, c.req.valid('param').id).catch((error) => {
      throw isHistoryCurrent(services) ? error : historyBehind()
    })
    const market = toMarket(row)
    // The history may have a new market before the book does.
    const view = detailView(marketIdOf(row.address), row.question, market, state.takesBets(market))
    return answer(c, view, 200)
  })
}

function toListQuery({
  q,
  cursor,
  asset: feed,
  type: types,
  ...query
}: z.output<typeof MarketListQuery>): ListQuery {
  const terms = q === undefined ? undefined : searchTerms(q)
  if (terms?.length === 0) throw new ApiError(400, 'q: must contain a word')
  const sortKey = readCursor({ ...query, cursor }, listName(query.sort), SORT_KEY)
  return { ...query, types, feed, terms, after: sortKey ? readPlace(sortKey) : undefined }
}

const listName = (sort: string) => `markets-${sort}`

const { whole, units, address } = CURSOR_PARTS
const SORT_KEY = [/^(open|resolved|void)$/, whole, whole, units, address]

/** The sort key holds the fields of every order; the name of the list says which order it is. */
function writePlace(sort: string, { status, createdAt, endsAt, matched, id }: SortKey): string {
  return writeCursor(listName(sort), [status, createdAt, endsAt, matched, marketAddressOf(id)])
}

function readPlace([status, createdAt, endsAt, matched, last = '']: string[]): SortKey {
  return {
    status: status as SortKey['status'],
    createdAt: Number(createdAt),
    endsAt: Number(endsAt),
    matched: BigInt(matched ?? 0),
    id: marketIdOf(last),
  }
}
