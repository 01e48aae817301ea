import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'
import type * as schema from './schema/index.ts'

/** The result of a raw statement, the same for both drivers. */
interface QueryResult extends PgQueryResultHKT {
  type: { rows: Record<string, unknown>[] }
}

/** The database with either driver, or a transaction on it. */
export type Database = PgDatabase<QueryResult, typeof schema>

/** Reads several things as they are at one moment: between two statements of their own, others may write. */
export function inSnapshot<Result>(
  db: Database,
  read: (snapshot: Database) => Promise<Result>,
): Promise<Result> {
  return db.transaction(read, { isolationLevel: 'repeatable read', accessMode: 'read only' })
}
