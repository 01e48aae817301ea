import type { HttpBindings } from '@hono/node-server'
import type { OpenAPIHono } from '@hono/zod-openapi'

/** A permission of an API key. A signed request has all of them. */
export type Scope = 'read' | 'build'

/** All scopes. */
export const SCOPES: readonly Scope[] = ['read', 'build']

/** The authenticated sender of a request. */
export interface Caller {
  /** The wallet that signed the request or that owns the API key, in base58. */
  wallet: string
  via: 'key' | 'signature'
  /** Public id of the API key; null for a signed request. */
  keyId: string | null
  scopes: readonly Scope[]
}

/** Hono's environment: Node's request and response, and the variables that the middleware sets. */
export interface GatewayEnv {
  Bindings: HttpBindings
  Variables: {
    requestId: string
    /** Headers of the answer, whatever it will be; the middleware adds to them. Names are in lower case. */
    headers: Record<string, string>
    /** Absent for a request without credentials. */
    caller?: Caller
  }
}

/** The gateway's Hono app. */
export type GatewayApp = OpenAPIHono<GatewayEnv>
