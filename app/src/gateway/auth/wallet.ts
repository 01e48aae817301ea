// Authenticates requests that a wallet has signed.

import { MAX_CLOCK_SKEW, verifyRequest, type WalletHeaders } from '@prediction-market/sdk/request'
import type { Context } from 'hono'
import { verifySignature } from '../../chain/ed25519.ts'
import type { Database } from '../../store/database.ts'
import { useNonce } from '../../store/nonces.ts'
import { type Caller, type GatewayEnv, SCOPES } from '../http/context.ts'
import { sentPath } from '../http/sent-path.ts'
import { BODY_METHODS } from '../limits/body.ts'
import { unauthorized } from './unauthorized.ts'

const HEADERS = ['X-Wallet-Address', 'X-Wallet-Timestamp', 'X-Wallet-Nonce', 'X-Wallet-Signature'] as const

/** Whether any header of a signed request was sent. */
export function hasWalletHeaders({ req }: Pick<Context, 'req'>): boolean {
  return HEADERS.some((name) => req.header(name) !== undefined)
}

/**
 * Authenticates a signed request.
 *
 * @param publicHosts - hosts that a request may be signed for; by default the one in its `Host` header
 * @throws ApiError 401 that says which check failed
 */
export async function callerBySignature(
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
