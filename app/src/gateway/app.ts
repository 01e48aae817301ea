import { OpenAPIHono } from '@hono/zod-openapi'
import type { Hono } from 'hono'
import type { GatewayEnv } from './context.ts'
import { type Guard, guardRoutes } from './guard.ts'
import type { Observer } from './observe.ts'
import { betRoutes } from './routes/bets.ts'
import { configRoute } from './routes/config.ts'
import { createMarketRoute } from './routes/create-market.ts'
import type { GatewayApp } from './routes/define.ts'
import { docsRoutes } from './routes/docs.ts'
import { eventsRoute } from './routes/events.ts'
import { healthRoutes } from './routes/health.ts'
import { leaderboardRoute } from './routes/leaderboard.ts'
import { type LocalnetControls, localnetRoutes } from './routes/localnet.ts'
import { marketHistoryRoutes } from './routes/market-history.ts'
import { marketRoutes } from './routes/markets.ts'
import { resultRoute } from './routes/result.ts'
import { transactionRoutes } from './routes/transactions.ts'
import { walletRoutes } from './routes/wallets.ts'
import type { Services } from './services.ts'

/** What comes before the routes, and what only some gateways have. */
export interface AppOptions {
  observer: Observer
  /** In their order: limits, authentication, idempotency. */
  guards: readonly Guard[]
  /** Routes of parts that are apart from the chain. */
  more?: readonly GatewayApp[]
  localnet?: LocalnetControls | undefined
}

/** Puts the gateway's routes together. */
export function createApp(
  services: Services,
  { observer, guards, more = [], localnet }: AppOptions,
): Hono<GatewayEnv> {
  const app = new OpenAPIHono<GatewayEnv>()
  marketRoutes(app, services)
  createMarketRoute(app, services)
  betRoutes(app, services)
  resultRoute(app, services)
  marketHistoryRoutes(app, services)
  walletRoutes(app, services)
  leaderboardRoute(app, services)
  eventsRoute(app, services)
  transactionRoutes(app, services)
  configRoute(app, services)
  healthRoutes(app, services)
  if (localnet) localnetRoutes(app, localnet, services.book)
  for (const part of more) app.route('/', part)
  docsRoutes(app)
  return guardRoutes(app, { observer, guards })
}
