import { eq } from 'drizzle-orm'
import type { Database } from './database.ts'
import { relayed } from './schema/gateway.ts'

/** Takes down that a transaction is on its way; the first who does so is the one who counts. */
export async function rememberRelayed(
  db: Database,
  signature: string,
  lastValidBlockHeight: number,
  expiresAt: Date,
): Promise<void> {
  await db.insert(relayed).values({ signature, lastValidBlockHeight, expiresAt }).onConflictDoNothing()
}

/** The last block that could take a transaction in; `null` if none of the replicas has sent it. */
export async function lastBlockOf(db: Database, signature: string): Promise<number | null> {
  const [row] = await db.select().from(relayed).where(eq(relayed.signature, signature))
  return row?.lastValidBlockHeight ?? null
}
