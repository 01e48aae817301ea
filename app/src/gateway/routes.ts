import { delegateRoutes } from './bankroll/delegates.ts'
import { bankrollRoutes } from './bankroll/routes.ts'
import { betRoutes } from './bets/routes.ts'
import { burnRoutes } from './burns/routes.ts'
import { assetRoutes, configRoute } from './config/routes.ts'
import { healthRoutes } from './health/routes.ts'
import type { GatewayApp } from './http/context.ts'
import { keyRoutes } from './keys/routes.ts'
import { requireCurrentHistory } from './limits/current-history.ts'
import { marketHistoryRoutes } from './markets/history/routes.ts'
import { holdersRoute } from './markets/holders/routes.ts'
import { liveRoutes, valuesRoutes } from './markets/live/routes.ts'
import { proofRoute } from './markets/proof/routes.ts'
import { claimRoute, resultRoute } from './markets/result/routes.ts'
import { marketRoutes } from './markets/routes.ts'
import { docsRoutes } from './openapi/routes.ts'
import type { GatewayServices } from './options.ts'
import { createMarketRoute } from './questions/create-market.ts'
import { questionRoute } from './questions/routes.ts'
import { transactionRoutes } from './relay/routes.ts'
import { roundRoutes } from './rounds/routes.ts'
import { activityRoute, eventsRoute } from './stream/routes.ts'
import { balancesRoute, leaderboardRoute, walletRoutes } from './wallets/routes.ts'

/** Adds all routes: the five operations of the documented interface, then what we added to it. */
export function addRoutes(app: GatewayApp, services: GatewayServices): void {
  requireCurrentHistory(app, services)

  createMarketRoute(app, services) //   POST /v1/markets
  marketRoutes(app, services) //        GET /v1/markets  GET /v1/markets/{id}
  betRoutes(app, services) //           POST /v1/markets/{id}/bets, and GET /v1/markets/{id}/quote
  resultRoute(app, services) //         GET /v1/markets/{id}/result

  // Signing: what was built comes back as a transaction.
  transactionRoutes(app, services) //   POST /v1/transactions  GET /v1/transactions/{id}
  claimRoute(app, services) //          POST /v1/markets/{id}/claim

  // More about markets.
  questionRoute(app, services) //       POST /v1/questions
  proofRoute(app, services) //          GET /v1/markets/{id}/proof
  marketHistoryRoutes(app, services) // GET /v1/markets/{id}/bets  GET /v1/markets/{id}/history
  holdersRoute(app, services) //        GET /v1/markets/{id}/holders
  valuesRoutes(app, services) //        GET /v1/markets/{id}/values
  liveRoutes(app, services) //          GET /v1/live
  roundRoutes(app, services) //         GET /v1/rounds  GET /v1/rounds/{series}

  // Events as they happen.
  eventsRoute(app, services) //         GET /v1/events
  activityRoute(app, services) //       GET /v1/activity

  // Wallets, and bets by an API key alone.
  walletRoutes(app, services) //        GET /v1/wallets/{address}/positions  GET /v1/wallets/{address}/history
  balancesRoute(app, services) //       GET /v1/wallets/{address}/balances
  leaderboardRoute(app, services) //    GET /v1/leaderboard
  keyRoutes(app, { db: services.history.db }) // POST /v1/keys  GET /v1/keys  DELETE /v1/keys/{id}
  bankrollRoutes(app, services) //      GET /v1/bankroll  POST /v1/bankroll/deposits  POST /v1/bankroll/withdrawals
  delegateRoutes(app, services) //      PUT /v1/bankroll/delegates/{keyId}  DELETE /v1/bankroll/delegates/{keyId}

  // The burn auction.
  burnRoutes(app, services) //          GET /v1/burns  POST /v1/burns

  // The deployment.
  configRoute(app, services) //         GET /v1/config
  assetRoutes(app, services) //         GET /v1/assets
  healthRoutes(app, services) //        GET /health  GET /health/ready  GET /health/live  GET /metrics
  docsRoutes(app) //                    the OpenAPI document and its page
}
