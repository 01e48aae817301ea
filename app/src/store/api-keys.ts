// Stores API keys.

import { and, count, desc, eq, gt, isNotNull, isNull, sql } from 'drizzle-orm'
import { isAnyOf } from './bulk.ts'
import type { Database } from './database.ts'
import { type ApiKeyRow, apiKeys } from './schema/gateway.ts'

/**
 * Stores a key unless the wallet has `most` valid ones already.
 *
 * @returns whether it was stored
 */
export function insertApiKey(db: Database, row: ApiKeyRow, most: number): Promise<boolean> {
  return db.transaction(async (tx) => {
    // Serializes the requests of a wallet: two at once could both take the last key.
    await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${row.wallet}, 0))`)
    const [valid] = await tx
      .select({ count: count() })
      .from(apiKeys)
      .where(
        and(eq(apiKeys.wallet, row.wallet), isNull(apiKeys.revokedAt), gt(apiKeys.expiresAt, row.createdAt)),
      )
    if ((valid?.count ?? 0) >= most) return false
    await tx.insert(apiKeys).values(row)
    return true
  })
}

/** The keys with these public ids, in their order. */
export async function findApiKeys(db: Database, ids: readonly string[]): Promise<(ApiKeyRow | undefined)[]> {
  const rows = await db.select().from(apiKeys).where(isAnyOf(apiKeys.id, ids))
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.map((id) => byId.get(id))
}

export async function findApiKey(db: Database, id: string): Promise<ApiKeyRow | undefined> {
  return (await findApiKeys(db, [id]))[0]
}

/** A wallet's keys that have a delegate key, by that key; revoked and expired ones included. */
export async function delegateKeyIds(db: Database, wallet: string): Promise<Map<string, string>> {
  const rows = await db
    .select({ id: apiKeys.id, delegate: apiKeys.delegate })
    .from(apiKeys)
    .where(and(eq(apiKeys.wallet, wallet), isNotNull(apiKeys.delegate)))
  return new Map(rows.map(({ id, delegate }) => [delegate ?? '', id]))
}

/** A wallet's keys, newest first, including revoked and expired ones. */
export function listApiKeys(db: Database, wallet: string, most: number): Promise<ApiKeyRow[]> {
  return db
    .select()
    .from(apiKeys)
    .where(eq(apiKeys.wallet, wallet))
    .orderBy(desc(apiKeys.createdAt), apiKeys.id)
    .limit(most)
}

/**
 * Revokes a wallet's key. Revoking it again changes nothing.
 *
 * @returns the key, or undefined if the wallet has no such key
 */
export async function revokeApiKey(
  db: Database,
  wallet: string,
  id: string,
  now: Date,
): Promise<ApiKeyRow | undefined> {
  const [row] = await db
    .update(apiKeys)
    .set({ revokedAt: sql`coalesce(${apiKeys.revokedAt}, ${sql.param(now, apiKeys.revokedAt)})` })
    .where(and(eq(apiKeys.id, id), eq(apiKeys.wallet, wallet)))
    .returning()
  return row
}
