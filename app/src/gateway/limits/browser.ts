import type { Guard } from '../guard.ts'

/**
 * What answers carry. They are data: no browser may guess their type, frame them, or run anything in them, and none
 * sends a referrer from them. That they come by TLS alone is for whoever ends TLS to say: by RFC 6797 nobody says so
 * over plain HTTP, which is all we speak.
 *
 * Names are in lower case here and wherever they are added to: Node would write them so anew at every answer.
 */
export function answerHeaders(requestId: string): Record<string, string> {
  return {
    'content-type': 'application/json',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'x-request-id': requestId,
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
    const { headers } = c.env.exchange
    if (origins !== '*') headers.vary = 'Origin'
    const { method, headers: sent } = c.env.incoming
    const { origin } = sent
    if (origin === undefined) return next(c)
    if (isAllowed(origin)) {
      headers['access-control-allow-origin'] = origins === '*' ? '*' : origin
      headers['access-control-expose-headers'] = EXPOSED_HEADERS
    }
    if (method !== 'OPTIONS' || sent['access-control-request-method'] === undefined) return next(c)
    if (isAllowed(origin)) {
      headers['access-control-allow-methods'] = ALLOWED_METHODS
      headers['access-control-allow-headers'] = ALLOWED_HEADERS
      headers['access-control-max-age'] = PREFLIGHT_SECONDS
    }
    return c.body(null, 204)
  }
}
