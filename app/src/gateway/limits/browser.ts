import type { MiddlewareHandler } from 'hono'
import type { GatewayEnv } from '../context.ts'
import { setHeader } from '../respond.ts'

/** Answers are data: no browser may guess their type, frame them, or run anything in them. */
export const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'no-referrer',
  'Strict-Transport-Security': 'max-age=31536000; includeSubDomains',
}

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
const EXPOSED_HEADERS = 'Idempotency-Replayed, Retry-After, X-Request-Id'
const PREFLIGHT_SECONDS = '7200'

/** Sets the security headers. A page of ours may set its own `Content-Security-Policy` after this. */
export function securityHeaders(): MiddlewareHandler<GatewayEnv> {
  const headers = Object.entries(SECURITY_HEADERS)
  return (c, next) => {
    for (const [name, value] of headers) setHeader(c, name, value)
    return next()
  }
}

/**
 * Says which web pages may call the gateway. Cookies play no part: whoever calls shows a key or a signature.
 *
 * @param origins - `*` for all, or origins such as `https://app.example.com`
 */
export function cors(origins: '*' | readonly string[]): MiddlewareHandler<GatewayEnv> {
  const isAllowed = (origin: string) => origins === '*' || origins.includes(origin)
  return async (c, next) => {
    if (origins !== '*') setHeader(c, 'Vary', 'Origin')
    const origin = c.req.header('origin')
    if (origin === undefined) return next()
    if (isAllowed(origin)) {
      setHeader(c, 'Access-Control-Allow-Origin', origins === '*' ? '*' : origin)
      setHeader(c, 'Access-Control-Expose-Headers', EXPOSED_HEADERS)
    }
    if (c.req.method !== 'OPTIONS' || c.req.header('access-control-request-method') === undefined)
      return next()
    if (isAllowed(origin)) {
      setHeader(c, 'Access-Control-Allow-Methods', ALLOWED_METHODS)
      setHeader(c, 'Access-Control-Allow-Headers', ALLOWED_HEADERS)
      setHeader(c, 'Access-Control-Max-Age', PREFLIGHT_SECONDS)
    }
    return c.body(null, 204)
  }
}
