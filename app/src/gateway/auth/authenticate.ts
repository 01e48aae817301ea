// The middleware that authenticates requests.

import { MAX_CLOCK_SKEW, verifyRequest, type WalletHeaders } from '@prediction-market/sdk/request'
import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { verifySignature } from '../../chain/ed25519.ts'
import type { Database } from '../../store/database.ts'
import { useNonce } from '../../store/idempotency.ts'
import { type Caller, type GatewayEnv, SCOPES, sentPath } from '../http/context.ts'
import { ApiError } from '../http/errors/api-error.ts'
import { BODY_METHODS } from '../limits/request.ts'
import { callerByKey, openApiKeys } from './api-key.ts'
import { unauthorized } from './require.ts'

const HEADERS = ['X-Wallet-Address', 'X-Wallet-Timestamp', 'X-Wallet-Nonce', 'X-Wallet-Signature'] as const

/** Whether any header of a signed request was sent. */
function hasWalletHeaders({ req }: Pick<Context, 'req'>): boolean {
  return HEADERS.some((name) => req.header(name) !== undefined)
}

/**
 * Authenticates a signed request.
 *
 * @param publicHosts - hosts that a request may be signed for; by default the one in its `Host` header
 * @throws ApiError 401 that says which check failed
 */
async function callerBySignature(
  db: Database,
  c: Context<GatewayEnv>,
  now: number,
  publicHosts?: readonly string[],
): Promise<Caller> {
  const headers: Partial<WalletHeaders> = Object.fromEntries(
    HEADERS.map((name) => [name, c.req.header(name)]),
  )
  const missing = HEADERS.find((name) => headers[name] === undefined)
  if (missing) throw unauthorized(`${missing} is missing`)
  const { method } = c.req
  const path = sentPath(c)
  const body = BODY_METHODS.includes(method) ? await c.req.bytes() : new Uint8Array()
  const [first, ...others] = publicHosts ?? [c.req.header('host') ?? '']
  const verify = (host = '') => verifyRequest(headers, { method, host, path, body }, now, verifySignature)
  const refusal = verify(first)
  const verified = refusal.ok ? refusal : (others.map(verify).find(({ ok }) => ok) ?? refusal)
  if (!verified.ok) throw unauthorized(verified.reason)
  const { wallet, nonce, timestamp } = verified
  // Twice the tolerance, in case the clock of another replica lags.
  const expiresAt = new Date(timestamp + 2 * MAX_CLOCK_SKEW)
  if (!(await useNonce(db, wallet, nonce, expiresAt))) throw unauthorized('X-Wallet-Nonce was used before')
  return { wallet, via: 'signature', keyId: null, scopes: SCOPES }
}

export interface AuthenticationOptions {
  /** Unix milliseconds; the system's clock by default. */
  now?: (() => number) | undefined
  /** Hosts that requests may be signed for; by default the one in their `Host` header. */
  publicHosts?: readonly string[] | undefined
}

interface Limits {
  /** Throws if the caller has reached a limit. */
  limit: (c: Context<GatewayEnv>, caller: Caller) => void
  /** Called when credentials are invalid. */
  onRefused: (c: Context<GatewayEnv>) => void
}

const BEARER = /^Bearer +(\S+)$/i

/**
 * Sets `caller` and counts the request towards its limits. A request without credentials goes on without a caller;
 * invalid credentials are refused on every route.
 */
export function authenticate(
  db: Database,
  { limit, onRefused, now = Date.now, publicHosts }: AuthenticationOptions & Limits,
) {
  const keys = openApiKeys(db)
  return createMiddleware<GatewayEnv>((c, next) => {
    const isSigned = hasWalletHeaders(c)
    if (c.req.header('authorization') === undefined && !isSigned) return next()
    return readCaller(c, isSigned)
      .catch((error: unknown) => {
        if (error instanceof ApiError && error.status === 401) onRefused(c)
        throw error
      })
      .then((caller) => {
        c.set('caller', caller)
        limit(c, caller)
        return next()
      })
  })

  async function readCaller(c: Context<GatewayEnv>, isSigned: boolean): Promise<Caller> {
    if (c.req.header('authorization') === undefined) return callerBySignature(db, c, now(), publicHosts)
    if (isSigned) throw unauthorized('Send either Authorization or the X-Wallet headers, not both')
    return callerByKey(keys, bearerOf(c), now())
  }
}

/** The API key of a request, with its secret; empty if there is none. */
export function bearerOf({ req }: Pick<Context, 'req'>): string {
  return BEARER.exec(req.header('authorization') ?? '')?.[1] ?? ''
}
