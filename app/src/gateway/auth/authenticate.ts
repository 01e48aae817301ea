import type { Context } from 'hono'
import type { Database } from '../../store/database.ts'
import type { Caller, GatewayEnv } from '../context.ts'
import { ApiError } from '../errors.ts'
import type { Guard } from '../guard.ts'
import { callerByKey } from './api-key.ts'
import { unauthorized } from './unauthorized.ts'
import { callerBySignature, type SentWalletHeaders, walletHeaders } from './wallet.ts'

const BEARER = /^Bearer +(\S+)$/i

/**
 * Finds out who calls and leaves it in the context as `caller`. A request without credentials goes on without
 * one; bad credentials are refused on every route, with the reason. Stands after the body was read.
 *
 * @param now - unix milliseconds
 */
export function authenticate(db: Database, now: () => number = Date.now): Guard {
  const callerOf = (c: Context<GatewayEnv>, authorization: string, wallet?: SentWalletHeaders) =>
    wallet
      ? callerBySignature(db, c, wallet, now())
      : callerByKey(db, BEARER.exec(authorization)?.[1] ?? '', now())
  return (c, next) => {
    const { headers } = c.env.incoming
    const { authorization } = headers
    const wallet = walletHeaders(headers)
    if (authorization === undefined && wallet === undefined) return next(c)
    if (authorization !== undefined && wallet !== undefined) {
      throw unauthorized('Send either Authorization or the X-Wallet headers, not both')
    }
    return callerOf(c, authorization ?? '', wallet).then((caller) => {
      c.env.exchange.caller = caller
      return next(c)
    })
  }
}

/**
 * The wallet that signed this very request: what an API key may not do.
 *
 * @throws ApiError 401 without credentials, 403 for an API key
 */
export function requireSignature(c: Context<GatewayEnv>): Caller {
  const { caller } = c.env.exchange
  if (!caller) throw unauthorized('Sign the request with a wallet')
  if (caller.via !== 'signature')
    throw new ApiError(403, 'Sign the request with a wallet: an API key is not enough')
  return caller
}
