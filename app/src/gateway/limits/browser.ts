import type { Guard } from '../guard.ts'

/**
 * What answers carry. They are data: no browser may guess their type, frame them, or run anything in them. That
 * they come by TLS alone is for whoever ends TLS to say: by RFC 6797 nobody says so over plain HTTP, which is all
 * we speak.
 */
export function answerHeaders(requestId: string): Record<string, string> {
  return {
    'Content-Type': 'application/json',
    'X-Content-Type-Options': 'nosniff',
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
    'X-Frame-Options': 'DENY',
    'Referrer-Policy': 'no-referrer',
    'X-Request-Id': requestId,
  }
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
const EXPOSED_HEADERS = 'Idempotency-Replayed, Link, Retry-After, X-Next-Cursor, X-Request-Id'
const PREFLIGHT_SECONDS = '7200'

/**
 * Says which web pages may call the gateway. Cookies play no part: whoever calls shows a key or a signature.
 *
 * @param origins - `*` for all, or origins such as `https://app.example.com`
 */
export function cors(origins: '*' | readonly string[]): Guard {
  const isAllowed = (origin: string) => origins === '*' || origins.includes(origin)
  return (c, next) => {
    const headers = c.get('headers')
    if (origins !== '*') headers.Vary = 'Origin'
    const { method, headers: sent } = c.env.incoming
    const { origin } = sent
    if (origin === undefined) return next()
    if (isAllowed(origin)) {
      headers['Access-Control-Allow-Origin'] = origins === '*' ? '*' : origin
      headers['Access-Control-Expose-Headers'] = EXPOSED_HEADERS
    }
    if (method !== 'OPTIONS' || sent['access-control-request-method'] === undefined) return next()
    if (isAllowed(origin)) {
      headers['Access-Control-Allow-Methods'] = ALLOWED_METHODS
      headers['Access-Control-Allow-Headers'] = ALLOWED_HEADERS
      headers['Access-Control-Max-Age'] = PREFLIGHT_SECONDS
    }
    return c.body(null, 204)
  }
}
