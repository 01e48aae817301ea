// The routes for positions and history of wallets.

import { createRoute, z } from '@hono/zod-openapi'
import { marketAddressOf } from '@prediction-market/sdk/accounts'
import { walletEvents } from '../../history/queries/events.ts'
import { walletPositions } from '../../history/queries/positions.ts'
import type { GatewayApp } from '../http/context.ts'
import { Address } from '../http/fields/schemas.ts'
import { answerPage, CURSOR_PARTS, cutPage, readCursor, writeCursor } from '../http/paging.ts'
import { errors, pageAnswer } from '../http/responses.ts'
import type { Services } from '../services.ts'
import { WalletEvent } from '../stream/schemas.ts'
import { walletEventView } from '../stream/views.ts'
import { Position, PositionsQuery, WalletHistoryQuery } from './schemas.ts'
import { positionView } from './views.ts'

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
    const { limit, offset, status, market: id } = query
    const before = toEventId(readCursor(query, 'positions', [CURSOR_PARTS.whole]))
    const { address } = c.req.valid('param')
    const market = id === undefined ? undefined : marketAddressOf(id)
    const page = { status, market, before, offset, limit: limit + 1 }
    const found = await walletPositions(history.db, address, page)
    const { items, next } = cutPage(found, limit, ({ position }) =>
      writeCursor('positions', [position.openedEvent]),
    )
    return answerPage(c, items.map(positionView), next)
  })

  app.openapi(historyRoute, async (c) => {
    const query = c.req.valid('query')
    const { limit, offset, market: id } = query
    const before = toEventId(readCursor(query, 'history', [CURSOR_PARTS.whole]))
    const { address } = c.req.valid('param')
    const market = id === undefined ? undefined : marketAddressOf(id)
    const found = await walletEvents(history.db, address, { market, before, offset, limit: limit + 1 })
    const { items, next } = cutPage(found, limit, ({ id }) => writeCursor('history', [id]))
    return answerPage(
      c,
      items.map((event) => walletEventView(event, state.config.utilityDecimals)),
      next,
    )
  })
}

function toEventId(sortKey: string[] | null): number | undefined {
  return sortKey ? Number(sortKey[0]) : undefined
}
