// The middleware that authenticates requests.

import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import type { Database } from '../../store/database.ts'
import type { Caller, GatewayEnv } from '../http/context.ts'
import { ApiError } from '../http/errors/api-error.ts'
import { callerByKey, openApiKeys } from './api-key.ts'
import { unauthorized } from './unauthorized.ts'
import { callerBySignature, hasWalletHeaders } from './wallet.ts'

/** Options of authentication. */
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
