// The type of the database, and the classification of its errors.

import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'

/** The result of a raw statement, the same for both drivers. */
interface QueryResult extends PgQueryResultHKT {
  type: { rows: Record<string, unknown>[] }
}

/** The database with either driver, or a transaction on it. */
export type Database = PgDatabase<QueryResult>

/**
 * Classes of SQLSTATE: connection, serialization, resources such as disk space, locks and time limits, shutdown,
 * system.
 */
const OUTAGES = ['08', '40', '53', '55', '57', '58']

/** Whether a statement failed because of the state of the database, not because of its content. */
export function isOutage(error: unknown): boolean {
  const { cause, code } = error as { cause?: unknown; code?: unknown }
  if (typeof code === 'string') return OUTAGES.includes(code.slice(0, 2))
  return cause !== undefined && isOutage(cause)
}

/** Runs several reads on one snapshot of the database. */
export function inSnapshot<Result>(
  db: Database,
  read: (snapshot: Database) => Promise<Result>,
): Promise<Result> {
  return db.transaction(read, { isolationLevel: 'repeatable read', accessMode: 'read only' })
}
