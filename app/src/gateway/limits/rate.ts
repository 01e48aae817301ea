// Rate limits by address, wallet and API key.

import type { Context } from 'hono'
import { clientAddress, siteOf } from '../../runtime/http-server.ts'
import { type Taken, TokenBuckets } from '../../runtime/token-buckets.ts'
import type { Caller, GatewayEnv } from '../http/context.ts'
import { ApiError } from '../http/errors/api-error.ts'

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

export const DEFAULT_RATE: RateLimit = { reads: 1_200, writes: 300 }

export const DEFAULT_RATES: RateLimits = { address: DEFAULT_RATE, wallet: DEFAULT_RATE, key: DEFAULT_RATE }

/** Addresses whose requests one IPv6 network of 48 bits may make: a site has 65,536 of 64 bits. */
const SITE_FACTOR = 16

const READS = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * A request with invalid credentials counts as this many. Refusing it takes longer than answering most requests, and
 * honest clients rarely send one.
 */
const REFUSED_COST = 10

class CallerLimit {
  readonly #reads: TokenBuckets
  readonly #writes: TokenBuckets

  /** @param whom - names the caller in messages */
  constructor(
    { reads, writes }: RateLimit,
    private readonly whom: string,
    now: (() => number) | undefined,
  ) {
    this.#reads = new TokenBuckets(reads, now)
    this.#writes = new TokenBuckets(writes, now)
  }

  /**
   * Takes a token from the caller's bucket, and sets the headers about the rest.
   *
   * @throws ApiError 429 if there is none
   */
  check(c: Context<GatewayEnv>, id: string): void {
    const buckets = this.#bucketsOf(c)
    if (buckets.perMinute === Number.POSITIVE_INFINITY) return
    const taken = buckets.take(id)
    this.#setHeaders(c, buckets, taken)
    const { retryAfter } = taken
    if (retryAfter === 0) return
    throw new ApiError(429, `Too many requests from ${this.whom}: try again in ${retryAfter} s`, {
      'retry-after': String(retryAfter),
    })
  }

  /** Takes the remaining tokens for a request with invalid credentials; `check` has taken the first. */
  refuse(c: Context<GatewayEnv>, id: string): void {
    const buckets = this.#bucketsOf(c)
    if (buckets.perMinute === Number.POSITIVE_INFINITY) return
    this.#setHeaders(c, buckets, buckets.drain(id, REFUSED_COST - 1))
  }

  #bucketsOf(c: Context<GatewayEnv>): TokenBuckets {
    return READS.has(c.req.method) ? this.#reads : this.#writes
  }

  #setHeaders(c: Context<GatewayEnv>, buckets: TokenBuckets, { remaining, reset }: Taken): void {
    const name = `"${buckets === this.#reads ? 'reads' : 'writes'} of ${this.whom}"`
    c.set('rate', {
      policy: `${name};q=${buckets.perMinute};w=60`,
      limit: `${name};r=${remaining};t=${reset}`,
    })
  }
}

/** Limits requests by client address. It comes before authentication, so that bad signatures are limited too. */
export function limitAddress(limit: RateLimit, trustedProxies: number, now?: () => number) {
  const addresses = new CallerLimit(limit, 'this address', now)
  const site = { reads: SITE_FACTOR * limit.reads, writes: SITE_FACTOR * limit.writes }
  const sites = new CallerLimit(site, 'this network', now)
  const count = (c: Context<GatewayEnv>, how: 'check' | 'refuse') => {
    const client = clientAddress(c, trustedProxies)
    const network = siteOf(client)
    if (network) sites[how](c, network)
    addresses[how](c, client)
  }
  return {
    check: (c: Context<GatewayEnv>): void => count(c, 'check'),
    /** Counts a request with invalid credentials as several. */
    refuse: (c: Context<GatewayEnv>): void => count(c, 'refuse'),
  }
}

export function limitCaller(limits: Pick<RateLimits, 'wallet' | 'key'>, now?: () => number) {
  const keys = new CallerLimit(limits.key, 'this API key', now)
  const wallets = new CallerLimit(limits.wallet, 'this wallet', now)
  return (c: Context<GatewayEnv>, { keyId, wallet }: Caller): void => {
    if (keyId !== null) keys.check(c, keyId)
    wallets.check(c, wallet)
  }
}
