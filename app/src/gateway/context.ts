import type { HttpBindings } from '@hono/node-server'

/** What an API key may be used for. A signed request may do everything. */
export type Scope = 'read' | 'build'

/** Every scope there is. */
export const SCOPES: readonly Scope[] = ['read', 'build']

/** Who sends a request, proven. */
export interface Caller {
  /** The wallet that signed the request or that the API key belongs to, in base58. */
  wallet: string
  via: 'key' | 'signature'
  /** Public id of the API key; null for a signed request. */
  keyId: string | null
  scopes: readonly Scope[]
}

/** A request and its answer, as far as guards and routes tell each other of them. */
export interface Exchange {
  /** What the answer will carry, whatever it is; guards add to it. */
  readonly headers: Record<string, string>
  /** The last answer that was made with these headers. */
  answer: Response | undefined
  /** Absent for a request without credentials. */
  caller: Caller | undefined
  /** The body exactly as it was sent; absent if there is none. */
  rawBody: Uint8Array | undefined
}

/** What stands in Hono's context: Node's request and response, and the exchange from the observer on. */
export type GatewayEnv = { Bindings: HttpBindings & { exchange: Exchange } }
