import { createMiddleware } from 'hono/factory'
import type { Database } from '../../store/database.ts'
import type { GatewayEnv } from '../context.ts'
import { callerByKey } from './api-key.ts'
import { unauthorized } from './unauthorized.ts'
import { callerBySignature, walletHeaders } from './wallet.ts'

const BEARER = /^Bearer +(\S+)$/i

/**
 * Sets `caller`. A request without credentials goes on without one; invalid credentials are refused on every route.
 *
 * @param now - unix milliseconds
 */
export function authenticate(db: Database, now: () => number = Date.now) {
  return createMiddleware<GatewayEnv>(async (c, next) => {
    // Node's own headers: `c.req.header` takes longer than all other checks of a request without credentials.
    const { headers } = c.env.incoming
    const { authorization } = headers
    const wallet = walletHeaders(headers)
    if (authorization !== undefined && wallet !== undefined) {
      throw unauthorized('Send either Authorization or the X-Wallet headers, not both')
    }
    if (wallet !== undefined) {
      c.set('caller', await callerBySignature(db, c, wallet, now()))
    } else if (authorization !== undefined) {
      c.set('caller', await callerByKey(db, BEARER.exec(authorization)?.[1] ?? '', now()))
    }
    await next()
  })
}
