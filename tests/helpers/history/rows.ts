import { getTableName } from 'drizzle-orm'
import type { Database } from '../../../app/src/store/database.ts'
import * as tables from '../../../app/src/store/history/schema.ts'

/** Every row of every table of the history, in an order that does not depend on how they came there. */
export type Rows = Record<string, string[]>

/**
 * Every row of the history.
 *
 * @param except - columns that are not looked at
 */
export async function allRows(db: Database, except: readonly string[] = ['genesis']): Promise<Rows> {
  const rows: Rows = {}
  for (const table of Object.values(tables)) {
    const found = (await db.select().from(table)).map((row) => {
      const seen = Object.entries(row).filter(([name]) => !except.includes(name))
      return JSON.stringify(Object.fromEntries(seen), replacer)
    })
    rows[getTableName(table)] = found.sort()
  }
  return rows
}

/** The same, whatever ids events were given and however far the projection has come. */
export async function rowsWithoutIds(db: Database): Promise<Rows> {
  const { projection: _, ...rows } = await allRows(db, ['id', 'openedEvent'])
  return rows
}

function replacer(_: string, value: unknown): unknown {
  if (typeof value === 'bigint') return `${value}n`
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return value
  // The databases keep the keys of JSON in an order of their own.
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** Where two histories differ: rows that only one of them has. */
export function difference(a: Rows, b: Rows): Record<string, { only: string[]; missing: string[] }> {
  return Object.fromEntries(
    Object.keys({ ...a, ...b }).flatMap((table) => {
      const [left, right] = [new Set(a[table]), new Set(b[table])]
      const only = [...left].filter((row) => !right.has(row))
      const missing = [...right].filter((row) => !left.has(row))
      return only.length + missing.length > 0 ? [[table, { only, missing }]] : []
    }),
  )
}
