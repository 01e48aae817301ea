// Creates the gateway's Hono app with its middleware.

import { OpenAPIHono } from '@hono/zod-openapi'
import type { Context, MiddlewareHandler } from 'hono'
import type { Logger } from 'pino'
import { clientAddress } from '../runtime/client-address.ts'
import type { Database } from '../store/database.ts'
import { type AuthenticationOptions, authenticate } from './auth/authenticate.ts'
import { isPlacedByKey } from './bets/checks.ts'
import type { Metrics } from './health/metrics.ts'
import type { GatewayApp, GatewayEnv } from './http/context.ts'
import { errorHandler, notFound } from './http/errors/handler.ts'
import { refuseInvalid } from './http/errors/validation.ts'
import { idempotent } from './http/idempotency.ts'
import { observe } from './http/observe.ts'
import { traceWrites } from './http/trace-writes.ts'
import { BODY_METHODS, MAX_BODY, parseExactJson, readBody } from './limits/body.ts'
import { cors } from './limits/browser.ts'
import { checkUrl } from './limits/query.ts'
import { DEFAULT_RATES, limitAddress, limitCaller, type RateLimits } from './limits/rate.ts'

/** Limits on requests. */
export interface LimitOptions {
  rates?: Partial<RateLimits> | undefined
  /** The largest body that is accepted, in bytes. */
  maxBody?: number | undefined
  /** Origins of web pages that may call; `*` for all. */
  origins?: '*' | readonly string[] | undefined
  /** The number of our own proxies in front, each of which appends to `X-Forwarded-For`. */
  trustedProxies?: number | undefined
  /** Unix milliseconds; the system's clocks by default. */
  now?: (() => number) | undefined
}

/** Options of the middleware. */
export interface AppOptions extends LimitOptions, AuthenticationOptions {
  db: Database
  log: Logger
  metrics: Metrics
  /** Runs before the gateway's own middleware, which leaves CORS headers that are set as they are. */
  before?: readonly MiddlewareHandler<GatewayEnv>[] | undefined
}

/** Creates the app with its middleware and without routes. Cheap checks come first. */
export function createApp(options: AppOptions): GatewayApp {
  const {
    db,
    log,
    metrics,
    maxBody = MAX_BODY,
    origins = '*',
    trustedProxies = 0,
    now,
    publicHosts,
    before = [],
  } = options
  const rates = { ...DEFAULT_RATES, ...options.rates }
  const app = new OpenAPIHono<GatewayEnv>({ defaultHook: refuseInvalid })
  app.onError(errorHandler(log))
  app.notFound(notFound(() => app.routes))
  const addresses = limitAddress(rates.address, trustedProxies, now)
  const checkCaller = limitCaller(rates, now)
  const addressOf = (c: Context<GatewayEnv>) => clientAddress(c, trustedProxies)
  const placesBet = (c: Context<GatewayEnv>) => isPlacedByKey(c, c.get('caller'))
  app.use(observe(log, metrics), traceWrites, ...before, cors(origins), (c, next) => {
    addresses.check(c)
    checkUrl(c)
    return next()
  })
  app.on(BODY_METHODS, '*', readBody(maxBody))
  app.use(authenticate(db, { limit: checkCaller, onRefused: addresses.refuse, now, publicHosts }))
  app.post('/v1/*', idempotent(db, { now, addressOf, placesBet }), parseExactJson)
  app.put('/v1/*', parseExactJson)
  return app
}
