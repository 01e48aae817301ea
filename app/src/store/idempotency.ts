import { and, eq, isNull, lte, or } from 'drizzle-orm'
import type { Database } from './database.ts'
import { idempotency } from './schema/gateway.ts'

/** One request under an `Idempotency-Key`. */
export interface Attempt {
  caller: string
  key: string
  /** Same fingerprint, same request. */
  fingerprint: string
  /** Names this attempt among its duplicates. */
  run: string
}

/** An answer to give again. */
export interface StoredAnswer {
  status: number
  body: string
}

/** What an attempt found. */
export type Claim =
  | { kind: 'run' }
  | { kind: 'answered'; answer: StoredAnswer }
  | { kind: 'running' }
  | { kind: 'mismatch' }

/**
 * Asks to run a request. Of all its duplicates, on whatever replica, one is told `run` at a time; it has
 * until `claimedUntil`, after which it counts as crashed and the next one may run.
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
  // Released between the two statements: the next claim gets it.
  if (row === undefined) return { kind: 'running' }
  if (row.fingerprint !== fingerprint) return { kind: 'mismatch' }
  if (row.status === null || row.body === null) return { kind: 'running' }
  return { kind: 'answered', answer: { status: row.status, body: row.body } }
}

/** Stores the answer of the run that holds the claim. */
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

/** Gives the claim up without an answer: the request may be tried again. */
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
