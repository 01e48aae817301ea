import type { Database } from '../store/database.ts'
import { authenticate } from './auth/authenticate.ts'
import type { Guard } from './guard.ts'
import { idempotent } from './idempotency.ts'
import { clientAddress } from './limits/address.ts'
import { MAX_BODY, readBody } from './limits/body.ts'
import { cors } from './limits/browser.ts'
import { limitQuery } from './limits/query.ts'
import { DEFAULT_RATES, limitAddress, limitCaller, type RateLimits } from './limits/rate.ts'

/** What stands before the routes. */
export interface GuardOptions {
  db: Database
  rates?: Partial<RateLimits> | undefined
  /** Bytes of a body at most. */
  maxBody?: number | undefined
  /** Web pages that may call: `*`, or their origins. */
  origins?: '*' | readonly string[] | undefined
  /** Proxies of ours in front of the gateway, each of which adds to `X-Forwarded-For`. */
  trustedProxies?: number | undefined
  /** Unix milliseconds; the system's clocks by default. */
  now?: (() => number) | undefined
}

/** The guards in their order: what is cheap to refuse is refused first. */
export function gatewayGuards(options: GuardOptions): Guard[] {
  const { db, maxBody = MAX_BODY, origins = '*', trustedProxies = 0, now } = options
  const rates = { ...DEFAULT_RATES, ...options.rates }
  return [
    cors(origins),
    limitAddress(rates.address, trustedProxies, now),
    limitQuery(),
    readBody(maxBody),
    authenticate(db, now),
    limitCaller(rates, now),
    idempotent(db, { ...(now && { now }), addressOf: (c) => clientAddress(c, trustedProxies) }),
  ]
}
