import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import type { Caller, GatewayEnv, Scope } from '../http/context.ts'
import { ApiError, errorCode } from '../http/errors.ts'
import { unauthorized } from './unauthorized.ts'

/** The environment of a route that only authenticated callers reach. */
type WithCaller = GatewayEnv & { Variables: { caller: Caller } }

/** Requires credentials with a scope: 401 without credentials, 403 for an API key without the scope. */
export function requireScope(scope: Scope) {
  return createMiddleware<WithCaller>((c, next) => {
    checkScope(c.get('caller'), scope)
    return next()
  })
}

/** Requires the scope `bet` of an API key that places a bet, and `build` of everybody who has one built. */
export const requireBetScope = createMiddleware<WithCaller>((c, next) => {
  const caller = c.get('caller')
  if (placesBet(c, caller)) checkScope(caller, 'bet', ': ?build=true builds the bet, with the scope build')
  else checkScope(caller, 'build')
  return next()
})

/** Whether a request places a bet: one with an API key that does not ask for building. */
export function placesBet({ req }: Pick<Context, 'req'>, caller: Caller | undefined): boolean {
  return BETS.test(req.path) && caller?.via === 'key' && req.query('build') !== 'true'
}

/** The path of bets. */
const BETS = /^\/v1\/markets\/[^/]+\/bets$/

function checkScope(caller: Caller | undefined, scope: Scope, hint = ''): void {
  if (!caller) {
    throw unauthorized('Sign the request with a wallet, or send an API key: Authorization: Bearer <API key>')
  }
  if (!caller.scopes.includes(scope)) {
    throw new ApiError(403, `The API key does not have the scope ${scope}${hint}`, errorCode('ScopeMissing'))
  }
}

/** Requires a signed request, for actions that no API key may take: 401 without credentials, 403 for a key. */
export const requireSignature = createMiddleware<WithCaller>((c, next) => {
  const caller: Caller | undefined = c.get('caller')
  if (!caller) throw unauthorized('Sign the request with a wallet')
  if (caller.via !== 'signature') {
    throw new ApiError(403, 'Sign the request with a wallet: an API key is not enough')
  }
  return next()
})
