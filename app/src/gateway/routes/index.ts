import type { Database } from '../../store/database.ts'
import type { GatewayApp } from '../context.ts'
import type { Services } from '../services.ts'
import { actionRoutes } from './actions.ts'
import { balancesRoute } from './balances.ts'
import { bankrollRoutes } from './bankroll.ts'
import { betRoutes } from './bets.ts'
import { burnRoutes } from './burns.ts'
import { claimRoute } from './claim.ts'
import { configRoute } from './config.ts'
import { createMarketRoute } from './create-market.ts'
import { delegateRoutes } from './delegates.ts'
import { docsRoutes } from './docs.ts'
import { eventsRoute } from './events.ts'
import { healthRoutes } from './health.ts'
import { keyRoutes } from './keys.ts'
import { leaderboardRoute } from './leaderboard.ts'
import { type LocalnetControls, localnetRoutes } from './localnet.ts'
import { marketHistoryRoutes } from './market-history.ts'
import { marketPageRoute } from './market-page.ts'
import { marketRoutes } from './markets.ts'
import { pageRoutes } from './page.ts'
import { proofRoute } from './proof.ts'
import { resultRoute } from './result.ts'
import { transactionRoutes } from './transactions.ts'
import { walletRoutes } from './wallets.ts'

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
