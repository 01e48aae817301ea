import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { Database } from '../store/database.ts'
import { type Attempt, claim, complete, release } from '../store/idempotency.ts'
import type { GatewayEnv } from './context.ts'
import { ApiError } from './errors.ts'
import type { Answer, Answering, Guard } from './guard.ts'
import { bodyOf } from './limits/body.ts'

/** How idempotency is kept, in milliseconds. */
export interface IdempotencyOptions {
  /** How long an answer is kept. */
  keepFor: number
  /** How long a run may take before it counts as crashed; longer than any request runs. */
  claimFor: number
  /** How long a duplicate waits for the answer of the first. */
  waitFor: number
  /** Unix milliseconds. */
  now: () => number
  /** Whom a request without credentials counts for. */
  addressOf: (c: Context<GatewayEnv>) => string
}

const DEFAULTS: IdempotencyOptions = {
  keepFor: 24 * 3_600_000,
  claimFor: 120_000,
  waitFor: 15_000,
  now: Date.now,
  addressOf: () => 'unknown',
}

/** Its answer holds a secret, which is stored nowhere. */
export const SECRET_PATH = '/v1/keys'

/** What a key may be. */
export const IDEMPOTENCY_KEY = /^[\x21-\x7e]{1,255}$/
const LOOK_AGAIN_MS = 50

/**
 * `Idempotency-Key` on a POST: the same request under the same key by the same caller runs once and gets the
 * same answer, on whatever replica. Refusals are not kept: they changed nothing, and what was wrong may be
 * put right. Nor are answers that are not to be stored. Stands after authentication.
 */
export function idempotent(db: Database, options: Partial<IdempotencyOptions> = {}): Guard {
  const settings = { ...DEFAULTS, ...options }
  const once = async (c: Context<GatewayEnv>, key: string, next: Answering) => {
    if (c.req.path === SECRET_PATH) throw new ApiError(400, `Idempotency-Key is not taken by ${SECRET_PATH}`)
    if (!IDEMPOTENCY_KEY.test(key)) {
      throw new ApiError(400, 'Idempotency-Key must be 1 to 255 visible ASCII characters without spaces')
    }
    const caller = c.env.exchange.caller?.wallet ?? `address:${settings.addressOf(c)}`
    const attempt: Attempt = { caller, key, fingerprint: fingerprint(c), run: randomUUID() }
    const stored = await claimOrWait(db, attempt, settings)
    if (stored) {
      const headers = { 'Content-Type': 'application/json', 'Idempotency-Replayed': 'true' }
      return c.body(stored.body, stored.status as ContentfulStatusCode, headers)
    }
    return run(db, attempt, () => next(c), settings)
  }
  return (c, next) => {
    const { method, headers } = c.env.incoming
    const key = headers['idempotency-key']
    return method === 'POST' && key !== undefined ? once(c, String(key), next) : next(c)
  }
}

/** Runs the request and keeps its answer. */
async function run(
  db: Database,
  attempt: Attempt,
  next: () => Answer,
  { now, keepFor }: IdempotencyOptions,
): Promise<Response> {
  let isKept = false
  try {
    const answer = await next()
    if (!answer.ok || answer.headers.get('cache-control') === 'no-store') return answer
    const kept = { status: answer.status, body: await answer.clone().text() }
    await complete(db, attempt, kept, new Date(now() + keepFor))
    isKept = true
    return answer
  } finally {
    if (!isKept) await release(db, attempt)
  }
}

/** The stored answer, or undefined if this attempt is the one that runs. */
async function claimOrWait(db: Database, attempt: Attempt, { now, claimFor, waitFor }: IdempotencyOptions) {
  const patience = performance.now() + waitFor
  for (;;) {
    const at = now()
    const claimedUntil = new Date(at + claimFor)
    const found = await claim(db, attempt, new Date(at), claimedUntil, claimedUntil)
    if (found.kind === 'run') return undefined
    if (found.kind === 'answered') return found.answer
    if (found.kind === 'mismatch') {
      throw new ApiError(422, 'Idempotency-Key was used before, for another request')
    }
    if (performance.now() > patience) {
      throw new ApiError(409, 'The first request with this Idempotency-Key is still running', {
        'Retry-After': '1',
      })
    }
    await sleep(LOOK_AGAIN_MS)
  }
}

/** Method, path, query and body: what makes two requests the same. */
function fingerprint(c: Context<GatewayEnv>): string {
  const { method, url } = c.env.incoming
  return createHash('sha256').update(`${method} ${url}\n`).update(bodyOf(c)).digest('hex')
}
