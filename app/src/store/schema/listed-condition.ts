import { type Column, sql } from 'drizzle-orm'

/**
 * Types whose decided markets lists leave out unless they are asked for, as the records of the SDK say. Written out, for
 * migrations are generated from this file alone.
 */
const HIDDEN = sql.raw("('change')")

/** What lists ask of a stored condition. Indexes are made of the same expressions, which is how Postgres knows them. */
export function listedCondition(condition: Column) {
  const type = sql`(${condition} ->> 'type')`
  return {
    type,
    feed: sql`(${condition} ->> 'feed')`,
    isHidden: sql`${type} IN ${HIDDEN}`,
    isShown: sql`${type} NOT IN ${HIDDEN}`,
  }
}
