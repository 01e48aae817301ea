import { createMiddleware } from 'hono/factory'
import type { GatewayEnv } from '../context.ts'
import { respond } from '../respond.ts'

const ALLOWED_METHODS = 'GET, HEAD, POST, DELETE'
const ALLOWED_HEADERS = [
  'Authorization',
  'Content-Type',
  'Idempotency-Key',
  'Last-Event-ID',
  'X-Wallet-Address',
  'X-Wallet-Nonce',
  'X-Wallet-Signature',
  'X-Wallet-Timestamp',
].join(', ')
const EXPOSED_HEADERS = [
  'Idempotency-Replayed',
  'Link',
  'RateLimit-Limit',
  'RateLimit-Remaining',
  'RateLimit-Reset',
  'Retry-After',
  'X-Next-Cursor',
  'X-Request-Id',
].join(', ')
const PREFLIGHT_SECONDS = '7200'

/**
 * Answers are data, so a browser may not guess their type, frame them or run anything in them. There is no
 * `Strict-Transport-Security`, because RFC 6797 forbids it over plain HTTP; the TLS proxy sets it.
 */
const SECURITY_HEADERS = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
}

/**
 * Sets the headers for browsers: security headers, and CORS without cookies. `hono/cors` and `hono/secure-headers`
 * set theirs on `c.res`, which breaks the event stream: it writes to Node's response itself.
 *
 * @param origins - `*` for all, or origins such as `https://app.example.com`
 */
export function browserHeaders(origins: '*' | readonly string[]) {
  return createMiddleware<GatewayEnv>((c, next) => {
    const headers = Object.assign(c.get('headers'), SECURITY_HEADERS)
    if (origins !== '*') headers.vary = 'Origin'
    const { origin } = c.env.incoming.headers
    if (origin === undefined) return next()
    const isAllowed = origins === '*' || origins.includes(origin)
    if (isAllowed) {
      headers['access-control-allow-origin'] = origins === '*' ? '*' : origin
      headers['access-control-expose-headers'] = EXPOSED_HEADERS
    }
    const isPreflight = c.req.method === 'OPTIONS' && c.req.header('access-control-request-method')
    if (!isPreflight) return next()
    if (isAllowed) {
      headers['access-control-allow-methods'] = ALLOWED_METHODS
      headers['access-control-allow-headers'] = ALLOWED_HEADERS
      headers['access-control-max-age'] = PREFLIGHT_SECONDS
    }
    return Promise.resolve(respond(c, null, 204, {}))
  })
}
