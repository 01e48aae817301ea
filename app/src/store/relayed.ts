// Stores which transactions the gateway has sent.

import { isAnyOf } from './bulk.ts'
import type { Database } from './database.ts'
import { relayed } from './schema/gateway.ts'

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
