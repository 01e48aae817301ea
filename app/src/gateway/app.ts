import { OpenAPIHono } from '@hono/zod-openapi'
import type { GatewayEnv } from './context.ts'
import { notFound, onError } from './errors.ts'
import { observe } from './observe.ts'
import type { GatewayApp } from './routes/define.ts'
import { marketRoutes } from './routes/markets.ts'
import type { Services } from './services.ts'

/** Puts the gateway's routes together. */
export function createApp(services: Services): GatewayApp {
  const app = new OpenAPIHono<GatewayEnv>()
  app.onError(onError)
  app.notFound(notFound)
  app.use('*', observe(services.log, services.metrics))
  marketRoutes(app, services)
  return app
}
