import type { IncomingHttpHeaders } from 'node:http'
import { MAX_CLOCK_SKEW, verifyRequest } from '@prediction-market/sdk'
import type { Context } from 'hono'
import type { Database } from '../../store/database.ts'
import { useNonce } from '../../store/nonces.ts'
import { type Caller, type GatewayEnv, SCOPES } from '../context.ts'
import { bodyOf } from '../limits/body.ts'
import { unauthorized } from './unauthorized.ts'

const HEADERS = ['X-Wallet-Address', 'X-Wallet-Timestamp', 'X-Wallet-Nonce', 'X-Wallet-Signature'] as const

/** The four headers of a signed request. */
export type SentWalletHeaders = { [name in (typeof HEADERS)[number]]?: string }

/** The headers of a signed request, or undefined if there is none of them. */
export function walletHeaders(headers: IncomingHttpHeaders): SentWalletHeaders | undefined {
  // By name: to look them up in a loop takes every request several times as long.
  const address = headers['x-wallet-address']
  const timestamp = headers['x-wallet-timestamp']
  const nonce = headers['x-wallet-nonce']
  const signature = headers['x-wallet-signature']
  if ((address ?? timestamp ?? nonce ?? signature) === undefined) return undefined
  return {
    ...(address !== undefined && { 'X-Wallet-Address': String(address) }),
    ...(timestamp !== undefined && { 'X-Wallet-Timestamp': String(timestamp) }),
    ...(nonce !== undefined && { 'X-Wallet-Nonce': String(nonce) }),
    ...(signature !== undefined && { 'X-Wallet-Signature': String(signature) }),
  }
}

/**
 * The wallet that signed a request.
 *
 * @throws ApiError 401 that says which check failed
 */
export async function callerBySignature(
  db: Database,
  c: Context<GatewayEnv>,
  headers: SentWalletHeaders,
  now: number,
): Promise<Caller> {
  const missing = HEADERS.find((name) => headers[name] === undefined)
  if (missing) throw unauthorized(`${missing} is missing`)
  // Method, path and query as they were sent; a parsed address may have been rewritten.
  const { method = '', url: path = '' } = c.env.incoming
  const verified = verifyRequest(headers, { method, path, body: bodyOf(c) }, now)
  if (!verified.ok) throw unauthorized(verified.reason)
  const { wallet, nonce, timestamp } = verified
  // Kept until the timestamp is too old, even by the clock of a replica that is late.
  const expiresAt = new Date(timestamp + 2 * MAX_CLOCK_SKEW)
  if (!(await useNonce(db, wallet, nonce, expiresAt))) throw unauthorized('X-Wallet-Nonce was used before')
  return { wallet, via: 'signature', keyId: null, scopes: SCOPES }
}
