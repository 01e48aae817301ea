// What can be mounted on a gateway beside its own routes.

import type { MiddlewareHandler } from 'hono'
import type { OneCallBets } from './bets/one-call/bets.ts'
import type { Cosigners } from './bets/one-call/cosigners.ts'
import type { Metrics } from './health/metrics.ts'
import type { GatewayApp, GatewayEnv } from './http/context.ts'
import type { TransactionRelay } from './relay/relay.ts'
import type { Services } from './services.ts'
import type { EventHub } from './stream/hub.ts'
import type { OpenStreams } from './stream/limits.ts'

/** All services of a gateway. */
export interface GatewayServices extends Services {
  relay: TransactionRelay
  cosigners: Cosigners
  oneCallBets: OneCallBets
  metrics: Metrics
  hub: EventHub
  streams: OpenStreams
}

/** Creates what is mounted, from the gateway's services. */
export type Mount = (services: GatewayServices) => Mounted | Promise<Mounted>

/** Something that is mounted on a gateway. */
export interface Mounted {
  /** Runs before the gateway's own middleware, which leaves CORS headers that it has set as they are. */
  middleware?: MiddlewareHandler<GatewayEnv>
  /** Adds routes after the gateway's own. */
  addRoutes(app: GatewayApp): void
  /** Called once the history has started. */
  start?(): void
  /** Called once the last request has been answered. */
  stop?(): Promise<void>
}
