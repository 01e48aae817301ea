import { and, eq, isNull, lte, or } from 'drizzle-orm'
import type { Database } from './database.ts'
import { idempotency } from './schema/gateway.ts'

/** A request with an `Idempotency-Key`. */
export interface Attempt {
  caller: string
  key: string
  /** Hash of the request: duplicates have the same one. */
  fingerprint: string
  /** Id of this attempt, different for each duplicate. */
  run: string
}

/** A response to repeat. */
export interface StoredAnswer {
  status: number
  body: string
}

/** The result of a claim: run the request, repeat its response, or refuse it. */
export type Claim =
  | { kind: 'run' }
  | { kind: 'answered'; answer: StoredAnswer }
  | { kind: 'running' }
  | { kind: 'mismatch' }

/**
 * Claims the right to run a request. Of all its duplicates, on any replica, one at a time gets `run`; after
 * `claimedUntil` it counts as crashed, and the next one may run.
 */
export async function claim(
  db: Database,
  attempt: Attempt,
  now: Date,
  claimedUntil: Date,
  expiresAt: Date,
): Promise<Claim> {
  const { caller, key, fingerprint, run } = attempt
  const fresh = { fingerprint, run, claimedUntil, status: null, body: null, expiresAt }
  const isAbandoned = and(
    isNull(idempotency.status),
    lte(idempotency.claimedUntil, now),
    eq(idempotency.fingerprint, fingerprint),
  )
  const isOver = lte(idempotency.expiresAt, now)
  const won = await db
    .insert(idempotency)
    .values({ caller, key, ...fresh })
    .onConflictDoUpdate({
      target: [idempotency.caller, idempotency.key],
      set: fresh,
      setWhere: or(isAbandoned, isOver) ?? isOver,
    })
    .returning({ run: idempotency.run })
  if (won.length === 1) return { kind: 'run' }
  const [row] = await db
    .select()
    .from(idempotency)
    .where(and(eq(idempotency.caller, caller), eq(idempotency.key, key)))
  // Released between the two statements: the client may try again.
  if (row === undefined) return { kind: 'running' }
  if (row.fingerprint !== fingerprint) return { kind: 'mismatch' }
  if (row.status === null || row.body === null) return { kind: 'running' }
  return { kind: 'answered', answer: { status: row.status, body: row.body } }
}

/** Stores the response of the run that holds the claim; that of another run is ignored. */
export async function complete(
  db: Database,
  attempt: Attempt,
  answer: StoredAnswer,
  expiresAt: Date,
): Promise<void> {
  await db
    .update(idempotency)
    .set({ ...answer, expiresAt })
    .where(isHeldBy(attempt))
}

/** Releases the claim without a response: the request may be tried again. */
export async function release(db: Database, attempt: Attempt): Promise<void> {
  await db.delete(idempotency).where(isHeldBy(attempt))
}

function isHeldBy({ caller, key, run }: Attempt) {
  return and(
    eq(idempotency.caller, caller),
    eq(idempotency.key, key),
    eq(idempotency.run, run),
    isNull(idempotency.status),
  )
}
