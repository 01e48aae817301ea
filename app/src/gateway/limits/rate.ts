import type { Context } from 'hono'
import type { GatewayEnv } from '../context.ts'
import { ApiError } from '../errors.ts'
import type { Guard } from '../guard.ts'
import { clientAddress } from './address.ts'
import { TokenBuckets } from './token-buckets.ts'

/** Requests a minute; `Infinity` for any number. */
export interface RateLimit {
  reads: number
  writes: number
}

/** Limits for everything that a request counts for: all of them have to allow it. */
export interface RateLimits {
  address: RateLimit
  wallet: RateLimit
  key: RateLimit
}

/** What a caller may do by default. */
export const DEFAULT_RATE: RateLimit = { reads: 1_200, writes: 300 }

/** The same for whoever calls. */
export const DEFAULT_RATES: RateLimits = { address: DEFAULT_RATE, wallet: DEFAULT_RATE, key: DEFAULT_RATE }

const READS = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Limits requests by the address they come from. Stands before authentication, so that a flood of bad
 * signatures costs nobody but its sender.
 */
export function limitAddress(limit: RateLimit, trustedProxies: number, now?: () => number): Guard {
  const take = buckets(limit, now)
  return (c, next) => {
    refuseFor(take(c, clientAddress(c, trustedProxies)), 'this address')
    return next(c)
  }
}

/** Limits requests by wallet and by API key. Stands after authentication. */
export function limitCaller(limits: Pick<RateLimits, 'wallet' | 'key'>, now?: () => number): Guard {
  const takeKey = buckets(limits.key, now)
  const takeWallet = buckets(limits.wallet, now)
  return (c, next) => {
    const { caller } = c.env.exchange
    if (!caller) return next(c)
    if (caller.keyId !== null) refuseFor(takeKey(c, caller.keyId), 'this API key')
    refuseFor(takeWallet(c, caller.wallet), 'this wallet')
    return next(c)
  }
}

function buckets({ reads, writes }: RateLimit, now: (() => number) | undefined) {
  const forReads = new TokenBuckets(reads, now)
  const forWrites = new TokenBuckets(writes, now)
  return (c: Context<GatewayEnv>, id: string) =>
    (READS.has(c.env.incoming.method ?? '') ? forReads : forWrites).take(id)
}

function refuseFor(seconds: number, whom: string): void {
  if (seconds === 0) return
  throw new ApiError(429, `Too many requests from ${whom}: try again in ${seconds} s`, {
    'Retry-After': String(seconds),
  })
}
