import type { Database } from './database.ts'
import { nonces } from './schema/gateway.ts'

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
