// The SQL expressions by which lists filter conditions.

import { type Column, sql } from 'drizzle-orm'

/**
 * Types whose decided markets lists leave out by default, as the records of the SDK say. Written out here, because
 * migrations are generated from this file alone.
 */
const HIDDEN = sql.raw("('change')")

/** The filters of lists on a stored condition. Indexes have the same expressions, so that Postgres uses them. */
export function listedCondition(condition: Column) {
  const type = sql`(${condition} ->> 'type')`
  return {
    type,
    feed: sql`(${condition} ->> 'feed')`,
    isHidden: sql`${type} IN ${HIDDEN}`,
    isShown: sql`${type} NOT IN ${HIDDEN}`,
  }
}
