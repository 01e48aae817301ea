// The middleware for `Idempotency-Key`.

import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import type { Database } from '../../store/database.ts'
import {
  type Attempt,
  claim,
  complete,
  release,
  type StoredAnswer,
  type StoredTransaction,
  storeTransaction,
} from '../../store/idempotency.ts'
import { type GatewayEnv, type IdempotentSending, sentPath } from './context.ts'
import { ApiError, refusal } from './errors/api-error.ts'
import { respondJson } from './respond.ts'
import { IDEMPOTENCY_KEY } from './responses.ts'

export interface IdempotencyOptions {
  /** Unix milliseconds. */
  now?: (() => number) | undefined
  /** Identifies a client without credentials. */
  addressOf: (c: Context<GatewayEnv>) => string
  /** Whether a request places a bet; the same request may also build one. */
  placesBet: (c: Context<GatewayEnv>) => boolean
  /** Waits so many milliseconds before the next look whether another replica has answered. */
  pause?: ((milliseconds: number) => Promise<unknown>) | undefined
}

/** Milliseconds that an answer is stored. */
const KEEP_MS = 24 * 3_600_000

/** Milliseconds that a request may run before it counts as crashed; longer than any request takes. */
const CLAIM_MS = 120_000

/** The same for a request whose transaction is stored: its duplicates do no harm. */
const SENT_CLAIM_MS = 12_000

/** Milliseconds that a duplicate waits for the answer to the first request. */
const WAIT_MS = 15_000

/** Milliseconds to the first look whether another replica has answered, and the most between two; each wait doubles. */
const FIRST_POLL_MS = 50
const MAX_POLL_MS = 1_600

/** The routes whose answers hold a secret, which must not be stored. */
const SECRET_PATHS = ['/v1/keys', '/v1/webhooks']

interface Running {
  fingerprint: string
  /** Its answer, if that can be repeated. */
  answer: Promise<StoredAnswer | null>
}

/**
 * `Idempotency-Key`: the same request with the same key by the same caller runs once, and every replica
 * gives the same answer to it. Errors are not stored, because they changed nothing, and neither are answers with
 * `Cache-Control: no-store`. A key whose request has sent a transaction is never released: the next run resumes that
 * transaction. Duplicates wait for the first request in the same process without asking the store. Runs on POST requests,
 * after authentication.
 */
export function idempotent(db: Database, options: IdempotencyOptions) {
  const { now = Date.now, addressOf, placesBet, pause = sleep } = options
  const running = new Map<string, Running>()
  return createMiddleware<GatewayEnv>(async (c, next) => {
    const giveUpAt = performance.now() + WAIT_MS
    const key = c.req.header('idempotency-key')
    if (key === undefined) return next()
    if (SECRET_PATHS.includes(c.req.path))
      throw new ApiError(400, `Idempotency-Key is not accepted by ${c.req.path}`)
    if (!IDEMPOTENCY_KEY.test(key)) {
      throw new ApiError(400, 'Idempotency-Key must be 1 to 255 visible ASCII characters without spaces')
    }
    const caller = c.get('caller')?.wallet ?? `address:${addressOf(c)}`
    const attempt: Attempt = {
      caller,
      key,
      fingerprint: await fingerprint(c, placesBet(c)),
      run: randomUUID(),
    }
    const repeat = ({ body, status }: StoredAnswer) =>
      respondJson(c, body, status, { 'idempotency-replayed': 'true' })
    const id = `${caller}\n${key}`
    for (let first = running.get(id); first; first = running.get(id)) {
      if (first.fingerprint !== attempt.fingerprint) throw mismatch()
      const answer = await Promise.race([first.answer, timeout(giveUpAt)])
      if (answer) return repeat(answer)
    }
    let answered = (_: StoredAnswer | null) => {}
    const answer = new Promise<StoredAnswer | null>((resolve) => {
      answered = resolve
    })
    running.set(id, { fingerprint: attempt.fingerprint, answer })
    let stored: StoredAnswer | null = null
    try {
      const found = await claimOrWait(db, attempt, { giveUpAt, now, pause })
      if (found.kind === 'answered') {
        stored = found.answer
        return repeat(stored)
      }
      c.set('sending', sendingOf(db, attempt, found.sent, now))
      try {
        await next()
        stored = await store(db, attempt, c.res, now)
      } finally {
        if (!stored) await release(db, attempt, new Date(now()))
      }
    } finally {
      running.delete(id)
      answered(stored)
    }
  })
}

/** Stores an answer; `null` if it is an error or must not be stored. */
async function store(
  db: Database,
  attempt: Attempt,
  answer: Response,
  now: () => number,
): Promise<StoredAnswer | null> {
  if (!answer.ok || answer.headers.get('cache-control') === 'no-store') return null
  const stored = { status: answer.status, body: await answer.clone().text() }
  await complete(db, attempt, stored, new Date(now() + KEEP_MS))
  return stored
}

function sendingOf(
  db: Database,
  attempt: Attempt,
  sent: StoredTransaction | null,
  now: () => number,
): IdempotentSending {
  const hash = createHash('sha256').update(`${attempt.caller}\n${attempt.key}`).digest()
  return {
    requestId: hash.readBigUInt64LE(),
    sent,
    async store(transaction) {
      const at = now()
      const times = { claimedUntil: new Date(at + SENT_CLAIM_MS), expiresAt: new Date(at + KEEP_MS) }
      if (await storeTransaction(db, attempt, transaction, times)) return
      throw inUse('Another request with this Idempotency-Key has taken over')
    },
  }
}

/** The stored answer, or the claim of this attempt. */
async function claimOrWait(
  db: Database,
  attempt: Attempt,
  {
    giveUpAt,
    now,
    pause,
  }: { giveUpAt: number; now: () => number; pause: (milliseconds: number) => Promise<unknown> },
) {
  for (let pollMs = FIRST_POLL_MS; ; pollMs = Math.min(2 * pollMs, MAX_POLL_MS)) {
    const at = now()
    const claimedUntil = new Date(at + CLAIM_MS)
    const found = await claim(db, attempt, new Date(at), claimedUntil, claimedUntil)
    if (found.kind === 'run' || found.kind === 'answered') return found
    if (found.kind === 'mismatch') throw mismatch()
    if (performance.now() > giveUpAt) throw stillRunning()
    await pause(pollMs)
  }
}

async function timeout(giveUpAt: number): Promise<never> {
  await sleep(Math.max(0, giveUpAt - performance.now()), undefined, { ref: false })
  throw stillRunning()
}

function mismatch(): ApiError {
  return refusal('IdempotencyKeyReused', 'Idempotency-Key was used before, for another request')
}

function inUse(message: string): ApiError {
  return refusal('IdempotencyKeyInUse', message, { 'retry-after': '1' })
}

function stillRunning(): ApiError {
  return inUse('The first request with this Idempotency-Key is still running')
}

/** Two requests are the same if method, path, query and body are, and both place a bet or neither does. */
async function fingerprint(c: Context<GatewayEnv>, placesBet: boolean): Promise<string> {
  const { method } = c.req
  const body = await c.req.bytes()
  const mode = placesBet ? 'place ' : ''
  return createHash('sha256')
    .update(`${mode}${method} ${sentPath(c)}\n`)
    .update(body)
    .digest('hex')
}
