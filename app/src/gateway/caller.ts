import type { Context } from 'hono'
import { unauthorized } from './auth/unauthorized.ts'
import type { Caller, GatewayEnv, Scope } from './context.ts'
import { ApiError } from './errors.ts'

/**
 * Who sends a request that not everybody may send.
 *
 * @throws ApiError 401 without credentials, 403 for a key that may not do this
 */
export function requireCaller(c: Context<GatewayEnv>, scope: Scope): Caller {
  const { caller } = c.env.exchange
  if (!caller) {
    throw unauthorized('Sign the request with a wallet, or send an API key: Authorization: Bearer <API key>')
  }
  if (!caller.scopes.includes(scope)) throw new ApiError(403, `The API key does not have the scope ${scope}`)
  return caller
}
