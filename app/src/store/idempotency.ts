// Stores what happens once: requests with an `Idempotency-Key` and their responses, nonces, and transactions that were sent.

import { and, eq, isNull, lte, sql } from 'drizzle-orm'
import { isAnyOf } from './bulk.ts'
import type { Database } from './database.ts'
import { idempotency, nonces, relayed } from './schema/gateway.ts'

/** A request with an `Idempotency-Key`. */
export interface Attempt {
  caller: string
  key: string
  /** Hash of the request: duplicates have the same one. */
  fingerprint: string
  /** Id of this attempt, different for each duplicate. */
  run: string
}

export interface StoredAnswer {
  status: number
  body: string
}

/** A signed transaction that a request sends. */
export interface StoredTransaction {
  /** In base64. */
  transaction: string
  /** No block after this height can include it. */
  lastValidBlockHeight: number
}

/**
 * The result of a claim: run the request, repeat its response, or refuse it. A run before this one may have sent a
 * transaction.
 */
export type Claim =
  | { kind: 'run'; sent: StoredTransaction | null }
  | { kind: 'answered'; answer: StoredAnswer }
  | { kind: 'running' }
  | { kind: 'mismatch' }

/**
 * Claims the right to run a request. Of its duplicates on all replicas, one at a time gets `run`; after `claimedUntil`
 * that one counts as crashed, and the next may run.
 */
export async function claim(
  db: Database,
  attempt: Attempt,
  now: Date,
  claimedUntil: Date,
  expiresAt: Date,
): Promise<Claim> {
  const { caller, key, fingerprint, run } = attempt
  const isAbandoned = and(
    isNull(idempotency.status),
    lte(idempotency.claimedUntil, now),
    eq(idempotency.fingerprint, fingerprint),
  )
  const isOver = lte(idempotency.expiresAt, now)
  const isThis = and(eq(idempotency.caller, caller), eq(idempotency.key, key))
  // An expired row counts as none. Until it expires, the key keeps the transaction that was sent.
  await db.delete(idempotency).where(and(isThis, isOver))
  const won = await db
    .insert(idempotency)
    .values({ caller, key, fingerprint, run, claimedUntil, expiresAt })
    .onConflictDoUpdate({
      target: [idempotency.caller, idempotency.key],
      set: { run, claimedUntil, expiresAt: sql`greatest(${idempotency.expiresAt}, excluded.expires_at)` },
      setWhere: sql`${isAbandoned}`,
    })
    .returning()
  if (won[0]) return { kind: 'run', sent: transactionOf(won[0]) }
  const [row] = await db.select().from(idempotency).where(isThis)
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

/**
 * Stores the transaction that the run is about to send. From then on the key is kept until `expiresAt`, and another
 * run may take it up after `claimedUntil`: both would send the same bytes.
 *
 * @returns whether the run still holds the claim; if not, it must send nothing
 */
export async function storeTransaction(
  db: Database,
  attempt: Attempt,
  sent: StoredTransaction,
  { claimedUntil, expiresAt }: { claimedUntil: Date; expiresAt: Date },
): Promise<boolean> {
  const held = await db
    .update(idempotency)
    .set({ ...sent, claimedUntil, expiresAt })
    .where(isHeldBy(attempt))
    .returning({ run: idempotency.run })
  return held.length === 1
}

/** Releases the claim without a response: the request may be tried again. A key that has sent something is kept. */
export async function release(db: Database, attempt: Attempt, now: Date): Promise<void> {
  await db.delete(idempotency).where(and(isHeldBy(attempt), isNull(idempotency.transaction)))
  await db.update(idempotency).set({ claimedUntil: now }).where(isHeldBy(attempt))
}

function transactionOf(row: typeof idempotency.$inferSelect): StoredTransaction | null {
  const { transaction, lastValidBlockHeight } = row
  if (transaction === null || lastValidBlockHeight === null) return null
  return { transaction, lastValidBlockHeight }
}

function isHeldBy({ caller, key, run }: Attempt) {
  return and(
    eq(idempotency.caller, caller),
    eq(idempotency.key, key),
    eq(idempotency.run, run),
    isNull(idempotency.status),
  )
}

/**
 * Uses a nonce: true the first time, false after that until `expiresAt`, when the request is too old in any case. If
 * several replicas use it at once, one gets true.
 */
export async function useNonce(
  db: Database,
  wallet: string,
  nonce: string,
  expiresAt: Date,
): Promise<boolean> {
  const inserted = await db
    .insert(nonces)
    .values({ wallet, nonce, expiresAt })
    .onConflictDoNothing()
    .returning({ nonce: nonces.nonce })
  return inserted.length === 1
}

/** Records a transaction that was sent. If it is recorded already, the first record stays. */
export async function rememberRelayed(
  db: Database,
  signature: string,
  lastValidBlockHeight: number,
  expiresAt: Date,
): Promise<void> {
  await db.insert(relayed).values({ signature, lastValidBlockHeight, expiresAt }).onConflictDoNothing()
}

/** The last block height that can include each of these transactions; no entry for one that no replica has sent. */
export async function lastBlocksOf(
  db: Database,
  signatures: readonly string[],
): Promise<Map<string, number>> {
  const rows = await db.select().from(relayed).where(isAnyOf(relayed.signature, signatures))
  return new Map(rows.map(({ signature, lastValidBlockHeight }) => [signature, lastValidBlockHeight]))
}
