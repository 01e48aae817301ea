import type { Context } from 'hono'
import type { Caller, GatewayEnv } from '../context.ts'
import { ApiError } from '../errors.ts'
import { clientAddress } from './address.ts'
import { TokenBuckets } from './token-buckets.ts'

/** Requests a minute; `Infinity` for no limit. */
export interface RateLimit {
  reads: number
  writes: number
}

/** The limits that a request counts towards; each of them has to allow it. */
export interface RateLimits {
  address: RateLimit
  wallet: RateLimit
  key: RateLimit
}

/** The default for every caller. */
export const DEFAULT_RATE: RateLimit = { reads: 1_200, writes: 300 }

/** The default for addresses, wallets and API keys. */
export const DEFAULT_RATES: RateLimits = { address: DEFAULT_RATE, wallet: DEFAULT_RATE, key: DEFAULT_RATE }

const READS = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Limits requests by client address. It comes before authentication, so that bad signatures are limited too. */
export function limitAddress(limit: RateLimit, trustedProxies: number, now?: () => number) {
  const check = rateCheck(limit, 'this address', now)
  return (c: Context<GatewayEnv>): void => check(c, clientAddress(c, trustedProxies))
}

/** Limits requests by wallet and by API key. */
export function limitCaller(limits: Pick<RateLimits, 'wallet' | 'key'>, now?: () => number) {
  const checkKey = rateCheck(limits.key, 'this API key', now)
  const checkWallet = rateCheck(limits.wallet, 'this wallet', now)
  return (c: Context<GatewayEnv>, { keyId, wallet }: Caller): void => {
    if (keyId !== null) checkKey(c, keyId)
    checkWallet(c, wallet)
  }
}

/**
 * Takes a token from the caller's bucket and tells the caller what is left.
 *
 * @throws ApiError 429 if there is none
 */
function rateCheck({ reads, writes }: RateLimit, whom: string, now: (() => number) | undefined) {
  const forReads = new TokenBuckets(reads, now)
  const forWrites = new TokenBuckets(writes, now)
  return (c: Context<GatewayEnv>, id: string): void => {
    const buckets = READS.has(c.req.method) ? forReads : forWrites
    if (buckets.perMinute === Number.POSITIVE_INFINITY) return
    const { retryAfter, remaining, reset } = buckets.take(id)
    c.set('rate', { limit: String(buckets.perMinute), remaining: String(remaining), reset: String(reset) })
    if (retryAfter === 0) return
    throw new ApiError(429, `Too many requests from ${whom}: try again in ${retryAfter} s`, {
      'retry-after': String(retryAfter),
    })
  }
}
