// Refuses requests that need the history while it is behind the chain.

import { marketAddressOf } from '@prediction-market/sdk/accounts'
import type { MiddlewareHandler } from 'hono'
import { type ApiError, refusal } from '../http/errors/api-error.ts'
import { MarketId } from '../http/fields/schemas.ts'
import type { Services } from '../services.ts'

type Sources = Pick<Services, 'history' | 'state' | 'deployment'>

/** Routes that answer from the history alone. */
const ROUTES = [
  '/v1/markets/:id/bets',
  '/v1/markets/:id/history',
  '/v1/markets/:id/result',
  '/v1/wallets/:address/positions',
  '/v1/wallets/:address/history',
  '/v1/activity',
  '/v1/leaderboard',
  '/v1/burns',
]

/** Routes that answer from one market's history, which may lack an event while others are complete. */
const MARKET_ROUTES = ROUTES.filter((path) => path.includes(':id'))

/** Whether the history is complete up to a moment that is recent enough. */
export function isHistoryCurrent({ history, state, deployment }: Sources): boolean {
  return history.isComplete && history.lag(state.slot).seconds <= deployment.maxHistoryLagSeconds
}

/** The error while the history is behind the chain, because its answer could lack something. */
export function historyBehind(): ApiError {
  return refusal('HistoryBehind', 'The history is behind the chain; try again', { 'retry-after': '5' })
}

/** Refuses to answer from a history that is behind. */
export function requireCurrentHistory(
  app: { get(path: string, handler: MiddlewareHandler): unknown },
  services: Sources,
): void {
  for (const path of ROUTES) {
    app.get(path, (_, next) => {
      if (!isHistoryCurrent(services)) throw historyBehind()
      return next()
    })
  }
  for (const path of MARKET_ROUTES) {
    app.get(path, (c, next) => {
      const { success, data } = MarketId.safeParse(c.req.param('id'))
      if (success && services.history.hasGap(marketAddressOf(data))) throw historyBehind()
      return next()
    })
  }
}
