// The schemas of the versions of the history, and the ids of events that they share.

import { sql } from 'drizzle-orm'
import type { Database } from './database.ts'
import type { EventRow } from './schema/history.ts'

/**
 * Version of the projector's rules. Increase it when they change: the history is then built again in a new schema. The
 * previous release keeps using its own.
 */
export const HISTORY_VERSION = 5

const PREFIX = 'history_'

/** Key of the lock under which ids of events are assigned, by all versions. */
const ID_LOCK = '7246081936'

/** The name of the schema of a history. */
export function schemaName(version: number, hash: string): string {
  return `${PREFIX}${version}_${hash}`
}

/** The fields that identify an event in every version. */
export type EventIdentity = Pick<EventRow, 'id' | 'signature' | 'index' | 'kind' | 'market' | 'wallet'>

/** The schema of another version. */
export type HistorySchema = ReturnType<typeof sql.identifier>

/** Lets one version at a time assign ids of events, until the end of the database transaction. */
export async function lockIds(tx: Database): Promise<void> {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(${sql.raw(ID_LOCK)})`)
}

/** The latest id of an event in the histories of other versions; 0 if there are none. */
export async function lastIdElsewhere(db: Database, others: readonly HistorySchema[]): Promise<number> {
  const parts = others.map((schema) => sql`SELECT last_event FROM ${schema}.projection`)
  if (parts.length === 0) return 0
  const union = sql.join(parts, sql` UNION ALL `)
  const { rows } = await db.execute(sql`SELECT max(last_event) AS last FROM (${union}) AS others`)
  return Number(rows[0]?.last ?? 0)
}

/** The events of transactions as other versions have numbered them. */
export async function idsElsewhere(
  db: Database,
  others: readonly HistorySchema[],
  signatures: readonly string[],
): Promise<EventIdentity[]> {
  const parts = others.map(
    (schema) => sql`SELECT id, signature, index, kind, market, wallet FROM ${schema}.events
      WHERE kind <> 'dropped' AND signature = ANY(${sql.param(signatures)}::text[])`,
  )
  if (parts.length === 0) return []
  const { rows } = await db.execute(sql.join(parts, sql` UNION ALL `))
  return rows.map((row) => ({ ...(row as unknown as EventIdentity), id: Number(row.id) }))
}

/** The schemas of other versions that have their tables: under the lock of ids, all that number events. */
export async function otherSchemas(db: Database): Promise<HistorySchema[]> {
  const { rows } = await db.execute(sql`SELECT nspname AS name FROM pg_class JOIN pg_namespace
    ON pg_namespace.oid = relnamespace WHERE relname = 'projection' AND relkind = 'r'
    AND starts_with(nspname, ${PREFIX}) AND nspname <> current_schema() ORDER BY nspname`)
  return rows.map(({ name }) => sql.identifier(String(name)))
}
