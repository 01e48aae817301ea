import { getTableName } from 'drizzle-orm'
import type { Database } from '../../../app/src/store/database.ts'
import * as tables from '../../../app/src/store/history/schema.ts'

/** Every row of the history, by table, in an order that does not depend on how they came there. */
export async function allRows(db: Database): Promise<Record<string, unknown[]>> {
  const rows: Record<string, unknown[]> = {}
  for (const table of Object.values(tables)) {
    const found = (await db.select().from(table)).map((row) => JSON.stringify(row, replacer))
    rows[getTableName(table)] = found.sort()
  }
  return rows
}

function replacer(_: string, value: unknown): unknown {
  if (typeof value === 'bigint') return `${value}n`
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return value
  // The databases keep the keys of JSON in an order of their own.
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
}
