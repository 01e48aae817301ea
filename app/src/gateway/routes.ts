// Adds all routes of the gateway.

import type { Database } from '../store/database.ts'
import { delegateRoutes } from './bankroll/delegates.ts'
import { bankrollRoutes } from './bankroll/routes.ts'
import type { OneCallBets } from './bets/one-call/bets.ts'
import type { Cosigners } from './bets/one-call/cosigners.ts'
import { betRoutes } from './bets/routes.ts'
import { burnRoutes } from './burns/routes.ts'
import { assetRoutes } from './config/assets.ts'
import { configRoute } from './config/routes.ts'
import type { Metrics } from './health/metrics.ts'
import { healthRoutes } from './health/routes.ts'
import type { GatewayApp } from './http/context.ts'
import { keyRoutes } from './keys/routes.ts'
import { requireCurrentHistory } from './limits/current-history.ts'
import { marketHistoryRoutes } from './markets/history/routes.ts'
import { holdersRoute } from './markets/holders/routes.ts'
import { liveRoutes } from './markets/live/routes.ts'
import { proofRoute } from './markets/proof/routes.ts'
import { claimRoute } from './markets/result/claim.ts'
import { resultRoute } from './markets/result/routes.ts'
import { marketRoutes } from './markets/routes.ts'
import { valuesRoutes } from './markets/values/routes.ts'
import { docsRoutes } from './openapi/routes.ts'
import { createMarketRoute } from './questions/create-market.ts'
import { questionRoute } from './questions/routes.ts'
import type { TransactionRelay } from './relay/relay.ts'
import { transactionRoutes } from './relay/routes.ts'
import { roundRoutes } from './rounds/routes.ts'
import type { Services } from './services.ts'
import { activityRoute } from './stream/activity.ts'
import type { EventHub } from './stream/hub.ts'
import type { OpenStreams } from './stream/limits.ts'
import { eventsRoute } from './stream/routes.ts'
import { balancesRoute } from './wallets/balances.ts'
import { leaderboardRoute } from './wallets/leaderboard.ts'
import { walletRoutes } from './wallets/routes.ts'

/** The services that routes use. */
export interface GatewayServices extends Services {
  relay: TransactionRelay
  cosigners: Cosigners
  oneCallBets: OneCallBets
  metrics: Metrics
  hub: EventHub
  streams: OpenStreams
}

/** Adds all routes of the REST interface. */
export function addRoutes(app: GatewayApp, services: GatewayServices, db: Database): void {
  requireCurrentHistory(app, services)
  marketRoutes(app, services)
  liveRoutes(app, services)
  valuesRoutes(app, services)
  createMarketRoute(app, services)
  questionRoute(app, services)
  assetRoutes(app, services)
  betRoutes(app, services)
  roundRoutes(app, services)
  bankrollRoutes(app, services)
  delegateRoutes(app, services)
  resultRoute(app, services)
  claimRoute(app, services)
  proofRoute(app, services)
  marketHistoryRoutes(app, services)
  holdersRoute(app, services)
  walletRoutes(app, services)
  balancesRoute(app, services)
  leaderboardRoute(app, services)
  burnRoutes(app, services)
  eventsRoute(app, services)
  activityRoute(app, services)
  transactionRoutes(app, services)
  configRoute(app, services)
  healthRoutes(app, services)
  keyRoutes(app, { db })
  docsRoutes(app)
}
