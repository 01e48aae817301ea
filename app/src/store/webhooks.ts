// Stores webhooks and the log of their deliveries.

import { and, asc, desc, eq, gt, isNotNull, isNull, lt, lte, notExists, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Database } from './database.ts'
import { type WebhookDeliveryRow, type WebhookRow, webhookDeliveries, webhooks } from './schema/gateway.ts'

/**
 * Stores a webhook unless its owner has reached the limit.
 *
 * @returns whether it was stored
 */
export function insertWebhook(db: Database, row: WebhookRow, maxOwn: number): Promise<boolean> {
  return db.transaction(async (tx) => {
    // Serializes the requests of an owner: two at once could both take the last place.
    const key = `webhooks ${row.owner}`
    await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${key}, 0))`)
    const own = await tx.$count(webhooks, eq(webhooks.owner, row.owner))
    if (own >= maxOwn) return false
    await tx.insert(webhooks).values(row)
    return true
  })
}

/** The webhooks of an owner, oldest first. */
export function listWebhooks(db: Database, owner: string): Promise<WebhookRow[]> {
  return db
    .select()
    .from(webhooks)
    .where(eq(webhooks.owner, owner))
    .orderBy(asc(webhooks.createdAt), asc(webhooks.id))
}

export async function findWebhook(db: Database, owner: string, id: string): Promise<WebhookRow | undefined> {
  const [row] = await db.select().from(webhooks).where(isOf(owner, id))
  return row
}

export async function deleteWebhook(
  db: Database,
  owner: string,
  id: string,
): Promise<WebhookRow | undefined> {
  const [row] = await db.delete(webhooks).where(isOf(owner, id)).returning()
  if (row) await db.delete(webhookDeliveries).where(eq(webhookDeliveries.webhook, id))
  return row
}

/** Replays the events after one, at once; a run that is sending now loses its claim. */
export async function replayWebhook(
  db: Database,
  owner: string,
  id: string,
  position: number,
  now: Date,
): Promise<WebhookRow | undefined> {
  const fresh = { position, failures: 0, failingSince: null, disabledAt: null, run: null }
  const [row] = await db
    .update(webhooks)
    .set({ ...fresh, nextAttemptAt: now, claimedUntil: now })
    .where(isOf(owner, id))
    .returning()
  return row
}

/** A run that looks for a webhook. */
export interface WebhookClaim {
  run: string
  /** Only a webhook with events up to this one to send. */
  newest: number
  now: Date
  until: Date
  /** Only slow ones, or only others; both by default. */
  isSlow?: boolean | undefined
}

/**
 * Claims the webhook that has been due longest; one run at a time has it, and one of its owner's, or two if one of them
 * is slow: an owner with many webhooks gets no more places.
 */
export async function claimWebhook(
  db: Database,
  { run, newest, now, until, isSlow }: WebhookClaim,
): Promise<WebhookRow | undefined> {
  const busy = alias(webhooks, 'busy')
  const isBusy = db
    .select({ id: busy.id })
    .from(busy)
    .where(
      and(
        eq(busy.owner, webhooks.owner),
        eq(busy.isSlow, webhooks.isSlow),
        isNotNull(busy.run),
        gt(busy.claimedUntil, now),
      ),
    )
  const due = db
    .select({ id: webhooks.id })
    .from(webhooks)
    .where(
      and(
        isNull(webhooks.disabledAt),
        lt(webhooks.position, newest),
        lte(webhooks.nextAttemptAt, now),
        lte(webhooks.claimedUntil, now),
        isSlow === undefined ? undefined : eq(webhooks.isSlow, isSlow),
        notExists(isBusy),
      ),
    )
    .orderBy(asc(webhooks.nextAttemptAt))
    .limit(1)
    .for('update', { skipLocked: true })
  const [row] = await db
    .update(webhooks)
    .set({ run, claimedUntil: until })
    .where(eq(webhooks.id, sql`(${due})`))
    .returning()
  return row
}

/**
 * Changes a webhook that a run has claimed.
 *
 * @returns whether the run still holds the claim
 */
export async function updateClaimed(
  db: Database,
  { id, run }: { id: string; run: string },
  change: Partial<WebhookRow>,
): Promise<boolean> {
  const rows = await db
    .update(webhooks)
    .set(change)
    .where(and(eq(webhooks.id, id), eq(webhooks.run, run)))
    .returning({ id: webhooks.id })
  return rows.length > 0
}

export async function logDeliveries(db: Database, rows: WebhookDeliveryRow[]): Promise<void> {
  if (rows.length > 0) await db.insert(webhookDeliveries).values(rows)
}

/** The last attempts of a webhook, newest first. */
export function listDeliveries(db: Database, webhook: string, most: number): Promise<WebhookDeliveryRow[]> {
  return db
    .select()
    .from(webhookDeliveries)
    .where(eq(webhookDeliveries.webhook, webhook))
    .orderBy(desc(webhookDeliveries.at), desc(webhookDeliveries.event))
    .limit(most)
}

function isOf(owner: string, id: string) {
  return and(eq(webhooks.id, id), eq(webhooks.owner, owner))
}
