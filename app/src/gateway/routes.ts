import type { Database } from '../store/database.ts'
import type { GatewayApp } from './http/context.ts'
import type { Services } from './services.ts'
import { actionRoutes } from './actions/routes.ts'
import { balancesRoute } from './wallets/balances.ts'
import { bankrollRoutes } from './bankroll/routes.ts'
import { betRoutes } from './bets/routes.ts'
import { burnRoutes } from './burns/routes.ts'
import { claimRoute } from './markets/result/claim.ts'
import { configRoute } from './service/config.ts'
import { createMarketRoute } from './questions/routes.ts'
import { delegateRoutes } from './bankroll/delegates.ts'
import { docsRoutes } from './service/docs.ts'
import { eventsRoute } from './stream/routes.ts'
import { healthRoutes } from './service/health.ts'
import { keyRoutes } from './keys/routes.ts'
import { leaderboardRoute } from './wallets/leaderboard.ts'
import { type LocalnetControls, localnetRoutes } from './localnet/routes.ts'
import { marketHistoryRoutes } from './markets/history/routes.ts'
import { marketPageRoute } from './page/market-page.ts'
import { marketRoutes } from './markets/routes.ts'
import { pageRoutes } from './page/routes.ts'
import { proofRoute } from './markets/proof/routes.ts'
import { resultRoute } from './markets/result/routes.ts'
import { transactionRoutes } from './relay/routes.ts'
import { walletRoutes } from './wallets/routes.ts'

/** Adds all routes; those of the localnet only beside one. */
export function addRoutes(
  app: GatewayApp,
  services: Services,
  { db, localnet }: { db: Database; localnet: LocalnetControls | undefined },
): void {
  marketRoutes(app, services)
  createMarketRoute(app, services)
  betRoutes(app, services)
  bankrollRoutes(app, services)
  delegateRoutes(app, services)
  resultRoute(app, services)
  claimRoute(app, services)
  proofRoute(app, services)
  marketHistoryRoutes(app, services)
  walletRoutes(app, services)
  balancesRoute(app, services)
  leaderboardRoute(app, services)
  burnRoutes(app, services)
  eventsRoute(app, services)
  transactionRoutes(app, services)
  configRoute(app, services)
  healthRoutes(app, services)
  keyRoutes(app, { db })
  if (localnet) localnetRoutes(app, localnet, services.book)
  docsRoutes(app)
  actionRoutes(app, services)
  marketPageRoute(app, services)
  pageRoutes(app)
}
