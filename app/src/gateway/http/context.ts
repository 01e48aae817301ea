// Hono's context in this gateway: its types, and what a request says of its path and origin.

import type { HttpBindings } from '@hono/node-server'
import type { OpenAPIHono } from '@hono/zod-openapi'
import type { Context } from 'hono'
import type { StoredTransaction } from '../../store/idempotency.ts'
import type { DeploymentInfo } from '../services.ts'

/** A permission of an API key. A signed request has all of them. */
export type Scope = 'read' | 'build' | 'bet'

export const SCOPES: readonly Scope[] = ['read', 'build', 'bet']

/** The authenticated sender of a request. */
export interface Caller {
  /** The wallet that signed the request or that owns the API key, in base58. */
  wallet: string
  via: 'key' | 'signature'
  /** Public id of the API key; null for a signed request. */
  keyId: string | null
  scopes: readonly Scope[]
}

/** A rate limit and its remaining requests, as in the headers of draft-ietf-httpapi-ratelimit-headers. */
export interface RateState {
  /** `RateLimit-Policy`: name, requests and seconds. */
  policy: string
  /** `RateLimit`: the policy's name, what remains, and the seconds until all of it is back. */
  limit: string
}

/** The `Idempotency-Key` of a request, for a route that sends a transaction itself. */
export interface IdempotentSending {
  /** A 64-bit number derived from the key. */
  requestId: bigint
  /** The transaction that an earlier run with this key has stored to be sent. */
  sent: StoredTransaction | null
  /**
   * Stores a transaction before it is sent; the key is kept from then on.
   *
   * @throws ApiError 409 if another run has taken over the key: this one must send nothing
   */
  store(transaction: StoredTransaction): Promise<void>
}

/** Hono's environment: Node's request and response, and the variables that the middleware sets. */
export interface GatewayEnv {
  Bindings: HttpBindings
  Variables: {
    requestId: string
    /** Absent where there is no limit. */
    rate?: RateState
    /** CORS headers, with names in lower case; absent where the request has no origin. */
    cors?: Record<string, string>
    /** The field of an error's message, where a specification has another one than `error`. */
    errorField?: string
    /** Absent for a request without credentials. */
    caller?: Caller
    /** Absent for a request without an `Idempotency-Key`. */
    sending?: IdempotentSending
  }
}

export type GatewayApp = OpenAPIHono<GatewayEnv>

/**
 * Path and query of a request as they were sent. `c.req.url` is normalized: neither the signature over the sent
 * path nor its length would match.
 */
export function sentPath(c: Context<GatewayEnv>): string {
  return c.env.incoming.url ?? ''
}

/**
 * The origin under which the client of a request reaches this gateway, for absolute links:
 * `https://markets.example.com`. It is `https` only behind a trusted proxy that says so, because the gateway itself
 * speaks plain HTTP.
 */
export function publicOrigin(
  c: Context<GatewayEnv>,
  { publicHosts, trustedProxies }: Pick<DeploymentInfo, 'publicHosts' | 'trustedProxies'>,
): string {
  const { host } = new URL(c.req.url)
  const [first] = publicHosts ?? []
  const isPublic = publicHosts?.includes(host) ?? true
  const forwarded = trustedProxies > 0 ? c.req.header('x-forwarded-proto') : undefined
  const scheme = forwarded === 'https' ? 'https' : 'http'
  return `${scheme}://${isPublic ? host : (first ?? host)}`
}
