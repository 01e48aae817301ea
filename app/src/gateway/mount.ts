// What can be mounted on a gateway beside its own routes.

import type { MiddlewareHandler } from 'hono'
import type { GatewayApp, GatewayEnv } from './http/context.ts'
import type { GatewayServices } from './routes.ts'

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
