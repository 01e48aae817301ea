// The type of the database, and reads on one snapshot.

import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'

/** The result of a raw statement, the same for both drivers. */
interface QueryResult extends PgQueryResultHKT {
  type: { rows: Record<string, unknown>[] }
}

/** The database with either driver, or a transaction on it. */
export type Database = PgDatabase<QueryResult>

/** Runs several reads on one snapshot of the database. */
export function inSnapshot<Result>(
  db: Database,
  read: (snapshot: Database) => Promise<Result>,
): Promise<Result> {
  return db.transaction(read, { isolationLevel: 'repeatable read', accessMode: 'read only' })
}
