// A middleware that limits requests by address and in all.

import type { MiddlewareHandler } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { clientAddress } from './client-address.ts'
import { TokenBuckets } from './token-buckets.ts'

/** Limits of a server, in requests a minute. */
export interface RequestLimits {
  perAddress: number
  /** From all addresses together. */
  inAll: number
  /** The number of our own proxies in front. */
  trustedProxies: number
  /** A clock in milliseconds that never goes back; for tests. */
  now?: (() => number) | undefined
}

/** Refuses requests beyond the limits with 429, before any other work. */
export function limitRequests({ perAddress, inAll, trustedProxies, now }: RequestLimits): MiddlewareHandler {
  const addresses = new TokenBuckets(perAddress, now)
  const all = new TokenBuckets(inAll, now)
  return async (c, next) => {
    const { retryAfter } = addresses.take(clientAddress(c, trustedProxies))
    // A refused request of one address does not count for the limit of all.
    const wait = retryAfter || all.take('').retryAfter
    if (wait === 0) return next()
    c.header('retry-after', String(wait))
    throw new HTTPException(429, { message: `Too many requests: try again in ${wait} s` })
  }
}
