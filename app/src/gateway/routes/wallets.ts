import { createRoute, z } from '@hono/zod-openapi'
import type { Context } from 'hono'
import { walletEvents } from '../../history/queries/events.ts'
import { walletPositions } from '../../history/queries/positions.ts'
import { ApiError } from '../errors.ts'
import { answerPage, CURSOR_PARTS, cutPage, readCursor, writeCursor } from '../paging.ts'
import { Address, isAddress } from '../schemas/common.ts'
import { WalletEvent } from '../schemas/events.ts'
import { PageQuery, Position, PositionsQuery } from '../schemas/history.ts'
import type { Services } from '../services.ts'
import { validQuery } from '../validate.ts'
import { eventView } from '../views/event.ts'
import { positionView } from '../views/history.ts'
import { define, describedPage, errors, type GatewayApp } from './define.ts'

const params = z.object({ address: Address })

const positionsRoute = createRoute({
  method: 'get',
  path: '/v1/wallets/{address}/positions',
  summary: 'Lists what a wallet has and had in markets, the latest first',
  request: { params, query: PositionsQuery },
  responses: { 200: describedPage('The positions', Position), ...errors(400, 429) },
})

const historyRoute = createRoute({
  method: 'get',
  path: '/v1/wallets/{address}/history',
  summary: 'Lists what a wallet did and was paid, newest first',
  request: { params, query: PageQuery },
  responses: { 200: describedPage('Its markets, bets and payouts', WalletEvent), ...errors(400, 429) },
})

/** What wallets have, did and were paid. All of it is on the chain for everyone to see. */
export function walletRoutes(app: GatewayApp, { history }: Services): void {
  define(app, positionsRoute, async (c) => {
    const wallet = walletOf(c)
    const query = validQuery(c, PositionsQuery)
    const { limit, offset, status } = query
    const before = eventOf(readCursor(query, 'positions', [CURSOR_PARTS.whole]))
    const found = await walletPositions(history.db, wallet, { status, before, offset, limit: limit + 1 })
    const { items, next } = cutPage(found, limit, ({ position }) =>
      writeCursor('positions', [position.openedEvent]),
    )
    return answerPage(c, items.map(positionView), next)
  })

  define(app, historyRoute, async (c) => {
    const wallet = walletOf(c)
    const query = validQuery(c, PageQuery)
    const { limit, offset } = query
    const before = eventOf(readCursor(query, 'history', [CURSOR_PARTS.whole]))
    const found = await walletEvents(history.db, wallet, { before, offset, limit: limit + 1 })
    const { items, next } = cutPage(found, limit, ({ id }) => writeCursor('history', [id]))
    return answerPage(c, items.map(eventView), next)
  })
}

function walletOf(c: Context): string {
  const address = c.req.param('address') ?? ''
  if (!isAddress(address)) throw new ApiError(400, 'address: must be a Solana address in base58')
  return address
}

function eventOf(place: string[] | null): number | undefined {
  return place ? Number(place[0]) : undefined
}
