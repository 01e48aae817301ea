// The route for what changes in several open markets: values, odds and bets.

import { createRoute, z } from '@hono/zod-openapi'
import { marketAddressOf } from '@prediction-market/sdk/accounts'
import type { BookEntry } from '../../../book/entry.ts'
import { countBets } from '../../../history/queries/bets.ts'
import { poolsOverTime } from '../../../history/queries/pools.ts'
import type { GatewayApp } from '../../http/context.ts'
import type { Answered } from '../../http/fields/answered.ts'
import { feeShares, isoTime, oddsView, stakesView } from '../../http/fields/views.ts'
import { answer } from '../../http/respond.ts'
import { errors, jsonAnswer } from '../../http/responses.ts'
import type { Services } from '../../services.ts'
import { conditionView, maxRatioView, referenceView } from '../views.ts'
import { LiveMarket, LiveQuery, MAX_ODDS } from './schemas.ts'

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

/** The bets of a market so far. */
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

  const pastOf = (entry: BookEntry): Promise<Past> => {
    const known = pasts.get(entry)
    if (known) return known
    const past = readPast(entry)
    past.catch(() => pasts.delete(entry))
    pasts.set(entry, past)
    return past
  }

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
        acceptingBets: entry.acceptsBets(state.now()),
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
