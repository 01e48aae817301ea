// Deletes expired rows on a timer.

import { lt } from 'drizzle-orm'
import type { Database } from './database.ts'
import { idempotency, nonces, relayed, unpaidFees, webhookDeliveries, webhooks } from './schema/gateway.ts'

const SWEEP_EVERY_MS = 60_000

/** Milliseconds that a disabled webhook is kept for a replay. */
const DISABLED_MS = 30 * 86_400_000

/** Deletes expired nonces, responses, records of sent transactions, unpaid fees, deliveries and disabled webhooks. */
export async function sweep(db: Database, now: Date): Promise<void> {
  await db.delete(nonces).where(lt(nonces.expiresAt, now))
  await db.delete(idempotency).where(lt(idempotency.expiresAt, now))
  await db.delete(relayed).where(lt(relayed.expiresAt, now))
  await db.delete(unpaidFees).where(lt(unpaidFees.expiresAt, now))
  await db.delete(webhookDeliveries).where(lt(webhookDeliveries.expiresAt, now))
  await db.delete(webhooks).where(lt(webhooks.disabledAt, new Date(now.getTime() - DISABLED_MS)))
}

/**
 * Sweeps on a timer, which does not keep the process alive.
 *
 * @returns a function that stops the timer and waits for the current sweep
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
