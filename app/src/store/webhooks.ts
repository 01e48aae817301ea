// Stores webhooks and the log of their deliveries.

import { and, asc, desc, eq, isNull, lt, lte, sql } from 'drizzle-orm'
import type { Database } from './database.ts'
import { type WebhookDeliveryRow, type WebhookRow, webhookDeliveries, webhooks } from './schema/gateway.ts'

/** The most webhooks of one owner, and of all owners to one host. */
export interface WebhookLimits {
  perOwner: number
  perHost: number
}

/** The host of a stored URL, which `URL` has normalized; a trailing dot does not make it another host. */
const HOST = sql`rtrim(substring(${webhooks.url} from '^https?://(?:[^/@]*@)?(\\[[^]]*\\]|[^/:]*)'), '.')`

/**
 * Stores a webhook unless its owner or its host has reached the limit.
 *
 * @returns `stored`, or whose limit is reached
 */
export function insertWebhook(
  db: Database,
  row: WebhookRow,
  { perOwner, perHost }: WebhookLimits,
): Promise<'stored' | 'owner' | 'host'> {
  const host = new URL(row.url).hostname.replace(/\.$/, '')
  return db.transaction(async (tx) => {
    // Serializes the requests of an owner and of a host: two at once could both take the last place.
    for (const key of [`webhooks ${row.owner}`, `webhooks to ${host}`]) {
      await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${key}, 0))`)
    }
    const own = await tx.$count(webhooks, eq(webhooks.owner, row.owner))
    if (own >= perOwner) return 'owner'
    const same = await tx.$count(webhooks, sql`${HOST} = ${host}`)
    if (same >= perHost) return 'host'
    await tx.insert(webhooks).values(row)
    return 'stored'
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

/** A webhook of an owner. */
export async function findWebhook(db: Database, owner: string, id: string): Promise<WebhookRow | undefined> {
  const [row] = await db.select().from(webhooks).where(isOf(owner, id))
  return row
}

/** Deletes a webhook with its log. */
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

/** Claims the webhook that has been due longest and has events up to `newest` to send; one run at a time has it. */
export async function claimWebhook(
  db: Database,
  { run, newest, now, until }: { run: string; newest: number; now: Date; until: Date },
): Promise<WebhookRow | undefined> {
  const due = db
    .select({ id: webhooks.id })
    .from(webhooks)
    .where(
      and(
        isNull(webhooks.disabledAt),
        lt(webhooks.position, newest),
        lte(webhooks.nextAttemptAt, now),
        lte(webhooks.claimedUntil, now),
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

/** Adds an attempt to the log. */
export async function logDelivery(db: Database, row: WebhookDeliveryRow): Promise<void> {
  await db.insert(webhookDeliveries).values(row)
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
