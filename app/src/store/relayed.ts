import { eq } from 'drizzle-orm'
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

/** The last block height that can include a transaction; null if no replica has sent it. */
export async function lastBlockOf(db: Database, signature: string): Promise<number | null> {
  const [row] = await db.select().from(relayed).where(eq(relayed.signature, signature))
  return row?.lastValidBlockHeight ?? null
}
