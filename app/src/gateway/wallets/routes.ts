// The routes for positions, history and balances of wallets, and for leaderboards.

import { createRoute, z } from '@hono/zod-openapi'
import { SOL_DECIMALS } from '@prediction-market/sdk'
import { marketAddressOf } from '@prediction-market/sdk/accounts'
import { CURRENCIES } from '@prediction-market/sdk/currency'
import { getAssociatedTokenAddressSync, unpackAccount } from '@solana/spl-token'
import { PublicKey } from '@solana/web3.js'
import { LRUCache } from 'lru-cache'
import { periodStart } from '../../history/projection/stats.ts'
import { type EventPage, walletEvents } from '../../history/queries/events.ts'
import { leaderboard, type RankingPosition, type WalletStatsRow } from '../../history/queries/leaderboard.ts'
import { walletPositions } from '../../history/queries/positions.ts'
import { amount } from '../../json/json.ts'
import { rememberAnswer } from '../../runtime/remember.ts'
import type { GatewayApp } from '../http/context.ts'
import type { Answered } from '../http/fields/answered.ts'
import { Address, AnsweredAmount } from '../http/fields/schemas.ts'
import { answerPage, CURSOR_PARTS, cutPage, readCursor, readNewest, writeCursor } from '../http/paging.ts'
import { answer } from '../http/respond.ts'
import { ResponseCache } from '../http/response-cache.ts'
import { errors, jsonAnswer, pageAnswer } from '../http/responses.ts'
import type { TransactionRelay } from '../relay/relay.ts'
import type { Services } from '../services.ts'
import { WalletEvent } from '../stream/schemas.ts'
import { walletEventView } from '../stream/views.ts'
import { Leader, LeaderboardQuery, Position, PositionsQuery, WalletHistoryQuery } from './schemas.ts'
import { leaderView, positionView, rankedValue } from './views.ts'

const params = z.object({ address: Address })

const positionsRoute = createRoute({
  method: 'get',
  path: '/v1/wallets/{address}/positions',
  operationId: 'listPositions',
  tags: ['Wallets'],
  summary: 'List the positions of a wallet, newest first',
  description: 'Stakes and what each outcome would pay; winnings and refund once the market is decided.',
  request: { params, query: PositionsQuery },
  responses: { 200: pageAnswer('The positions', Position), ...errors() },
})

const historyRoute = createRoute({
  method: 'get',
  path: '/v1/wallets/{address}/history',
  operationId: 'getWalletHistory',
  tags: ['Wallets'],
  summary: 'List the markets, bets, payouts and burns of a wallet, newest first',
  description: 'One entry for each event of the chain that names the wallet.',
  request: { params, query: WalletHistoryQuery },
  responses: { 200: pageAnswer('The events', WalletEvent), ...errors() },
})

/** Routes for positions and history of wallets, which are public on the chain. */
export function walletRoutes(app: GatewayApp, { history, state }: Services): void {
  app.openapi(positionsRoute, async (c) => {
    const query = c.req.valid('query')
    const { address } = c.req.valid('param')
    const asked = { status: query.status, market: query.market && marketAddressOf(query.market) }
    const read = (page: EventPage) => walletPositions(history.db, address, { ...asked, ...page })
    const positions = await readNewest(query, 'positions', read, ({ position }) => position.openedEvent)
    return answerPage(c, positions, positionView)
  })

  app.openapi(historyRoute, async (c) => {
    const query = c.req.valid('query')
    const { address } = c.req.valid('param')
    const market = query.market && marketAddressOf(query.market)
    const read = (page: EventPage) => walletEvents(history.db, address, { market, ...page })
    const events = await readNewest(query, 'history', read, ({ id }) => id)
    return answerPage(c, events, (event) => walletEventView(event, state.config.utilityDecimals))
  })
}

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
    const page = cutPage(found, limit, ({ stats, rank: last }) =>
      writeCursor(list, [start, rankedValue(stats, by), stats.decided, stats.wallet, last]),
    )
    const decimals = CURRENCIES[currency].decimals(state.config)
    return answerPage(c, page, (item) => leaderView(item.stats, item.rank, decimals))
  })
}

const Balances = z
  .strictObject({ wallet: Address, SOL: AnsweredAmount, UTILITY: AnsweredAmount })
  .openapi('Balances')

const balances = createRoute({
  method: 'get',
  path: '/v1/wallets/{address}/balances',
  operationId: 'getBalances',
  tags: ['Wallets'],
  summary: 'Get the balances of a wallet',
  description:
    'SOL of the wallet, and UTILITY in its associated token account; read from the chain at most a second ago.',
  request: { params: z.object({ address: Address }) },
  responses: { 200: jsonAnswer('The balances', Balances), ...errors() },
})

/** Milliseconds that balances are cached, and the number of wallets. */
const FRESH_MS = 1_000
const MAX_WALLETS = 10_000

/** The route for the balances of a wallet. Requests for one wallet share its read. */
export function balancesRoute(
  app: GatewayApp,
  { callerClient, state, history, relay }: Services & { relay: Pick<TransactionRelay, 'onConfirmed'> },
): void {
  const recent = new LRUCache<string, Promise<Answered<typeof Balances>>>({ max: MAX_WALLETS, ttl: FRESH_MS })
  // A client that receives a payout event, or the answer to a transaction, asks for its balance at once.
  history.onChange(() => recent.clear())
  relay.onConfirmed(() => recent.clear())

  const read = async (address: string): Promise<Answered<typeof Balances>> => {
    const wallet = new PublicKey(address)
    const { utilityMint, utilityDecimals } = state.config
    const { tokenProgram } = await callerClient.currencyOf({ mint: utilityMint })
    const tokens = getAssociatedTokenAddressSync(utilityMint, wallet, true, tokenProgram ?? undefined)
    const { connection, commitment } = callerClient
    const [own, token] = await connection.getMultipleAccountsInfo([wallet, tokens], commitment)
    return {
      wallet: address,
      SOL: amount(BigInt(own?.lamports ?? 0), SOL_DECIMALS),
      UTILITY: amount(token ? unpackAccount(tokens, token, token.owner).amount : 0n, utilityDecimals),
    }
  }

  app.openapi(balances, async (c) => {
    const { address } = c.req.valid('param')
    return answer(c, await rememberAnswer(recent, address, () => read(address)), 200)
  })
}
