import type { HttpBindings } from '@hono/node-server'
import type { OpenAPIHono } from '@hono/zod-openapi'

/** A permission of an API key; none implies another. A signed request has all of them. */
export type Scope = 'read' | 'build' | 'bet'

/** All scopes. */
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

/** What is left of a rate limit, as the `RateLimit` headers show it. */
export interface RateState {
  limit: string
  remaining: string
  reset: string
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
    /** Absent for a request without credentials. */
    caller?: Caller
  }
}

/** The gateway's Hono app. */
export type GatewayApp = OpenAPIHono<GatewayEnv>
