import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'
import type * as schema from './schema/index.ts'

/** What both drivers answer to a raw statement. */
interface QueryResult extends PgQueryResultHKT {
  type: { rows: Record<string, unknown>[] }
}

/** A database of ours, whichever driver is beneath it; also a transaction on it. */
export type Database = PgDatabase<QueryResult, typeof schema>
