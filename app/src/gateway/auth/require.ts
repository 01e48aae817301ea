// Middleware that requires credentials.

import { createMiddleware } from 'hono/factory'
import type { Caller, GatewayEnv, Scope } from '../http/context.ts'
import { ApiError, refusal } from '../http/errors/api-error.ts'

/** The environment of a route that only authenticated callers reach. */
export type WithCaller = GatewayEnv & { Variables: { caller: Caller } }

/** Requires credentials with one of these scopes: 401 without credentials, 403 for an API key without any of them. */
export function requireScope(...scopes: Scope[]) {
  return createMiddleware<WithCaller>((c, next) => {
    checkScope(c.get('caller'), scopes)
    return next()
  })
}

/**
 * Requires credentials with one of these scopes.
 *
 * @param hint - appended to the message about a missing scope
 * @throws ApiError 401 or 403
 */
export function checkScope(caller: Caller | undefined, scopes: readonly Scope[], hint = ''): void {
  if (!caller) {
    throw unauthorized('Sign the request with a wallet, or send an API key: Authorization: Bearer <API key>')
  }
  if (!scopes.some((scope) => caller.scopes.includes(scope))) {
    throw refusal('ScopeMissing', `The API key does not have the scope ${scopes.join(' or ')}${hint}`)
  }
}

/** Requires a signed request, for actions that no API key may take: 401 without credentials, 403 for a key. */
export const requireSignature = createMiddleware<WithCaller>((c, next) => {
  const caller: Caller | undefined = c.get('caller')
  if (!caller) throw unauthorized('Sign the request with a wallet')
  if (caller.via !== 'signature') {
    throw refusal('SignatureRequired', 'Sign the request with a wallet: an API key is not enough')
  }
  return next()
})

/** An authentication failure: 401 with the reason. */
export function unauthorized(reason: string): ApiError {
  return new ApiError(401, reason, { 'www-authenticate': 'Bearer' })
}
