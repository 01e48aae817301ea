import type { Database } from './database.ts'
import { nonces } from './schema/gateway.ts'

/**
 * Uses a nonce up: true the first time, false for ever after (until `expiresAt`, when the request that
 * carried it has become too old anyway). Of several replicas asking at once, one gets true.
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
