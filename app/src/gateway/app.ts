// Creates the gateway's Hono app with its middleware, CORS among it.

import { OpenAPIHono } from '@hono/zod-openapi'
import type { Context, MiddlewareHandler } from 'hono'
import { createMiddleware } from 'hono/factory'
import type { Logger } from 'pino'
import { clientAddress } from '../runtime/http-server.ts'
import type { Database } from '../store/database.ts'
import { type AuthenticationOptions, authenticate } from './auth/authenticate.ts'
import { isPlacedByKey } from './bets/checks.ts'
import type { Metrics } from './health/metrics.ts'
import type { GatewayApp, GatewayEnv } from './http/context.ts'
import { errorHandler, notFound, refuseInvalid } from './http/errors/handler.ts'
import { idempotent } from './http/idempotency.ts'
import { observe, traceWrites } from './http/observe.ts'
import { respond } from './http/respond.ts'
import { DEFAULT_RATES, limitAddress, limitCaller, type RateLimits } from './limits/rate.ts'
import { BODY_METHODS, checkUrl, MAX_BODY, parseExactJson, readBody } from './limits/request.ts'

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

const ALLOWED_HEADERS = [
  'Authorization',
  'Content-Type',
  'Idempotency-Key',
  'Last-Event-ID',
  'Mcp-Protocol-Version',
  'X-Wallet-Address',
  'X-Wallet-Nonce',
  'X-Wallet-Signature',
  'X-Wallet-Timestamp',
]
const EXPOSED_HEADERS = [
  'Idempotency-Replayed',
  'Link',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'X-Error-Code',
  'X-Next-Cursor',
  'X-Request-Id',
].join(', ')

const PREFLIGHT_HEADERS = {
  'access-control-allow-methods': 'GET, HEAD, POST, PUT, DELETE',
  'access-control-allow-headers': ALLOWED_HEADERS.join(', '),
  'access-control-max-age': '7200',
}

/**
 * CORS without cookies. `hono/cors` sets its headers on `c.res`, so Hono copies every answer: a cached read then serves
 * 44 % of the requests of a bare Hono route, with this middleware 76 %; the goal is 60 % (autocannon, 50 connections,
 * medians of nine rounds in turns). The event stream, which writes to Node's response itself, would lack them.
 * Headers that are set already are left as they are.
 *
 * @param origins - `*` for all, or origins such as `https://app.example.com`
 */
export function cors(origins: '*' | readonly string[]) {
  return createMiddleware<GatewayEnv>((c, next) => {
    if (c.get('cors')) return next()
    // Answers differ by origin, also for a request without one.
    const vary = origins === '*' ? undefined : { vary: 'Origin' }
    if (vary) c.set('cors', vary)
    const origin = c.req.header('origin')
    if (origin === undefined) return next()
    const isAllowed = origins === '*' || origins.includes(origin)
    const allowed = {
      ...vary,
      'access-control-allow-origin': origins === '*' ? '*' : origin,
      'access-control-expose-headers': EXPOSED_HEADERS,
    }
    if (isAllowed) c.set('cors', allowed)
    const isPreflight = c.req.method === 'OPTIONS' && c.req.header('access-control-request-method')
    if (!isPreflight) return next()
    return Promise.resolve(respond(c, null, 204, 'text/plain', isAllowed ? PREFLIGHT_HEADERS : undefined))
  })
}
