import { lt } from 'drizzle-orm'
import type { Database } from './database.ts'
import { idempotency, nonces, relayed } from './schema/gateway.ts'

const SWEEP_EVERY_MS = 60_000

/** Removes what nobody can ask for any more: nonces, answers, and transactions that only the chain tells of. */
export async function sweep(db: Database, now: Date): Promise<void> {
  await db.delete(nonces).where(lt(nonces.expiresAt, now))
  await db.delete(idempotency).where(lt(idempotency.expiresAt, now))
  await db.delete(relayed).where(lt(relayed.expiresAt, now))
}

/**
 * Sweeps on a timer that keeps no process alive.
 *
 * @returns a function that stops it and waits for a sweep under way
 */
export function startSweeping(db: Database, onError: (error: Error) => void): () => Promise<void> {
  let running = Promise.resolve()
  const timer = setInterval(() => {
    running = running.then(() => sweep(db, new Date())).catch(onError)
  }, SWEEP_EVERY_MS)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await running
  }
}
