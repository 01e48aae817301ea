// Reads and compares all rows of the history.

import { getTableName } from 'drizzle-orm'
import type { Database } from '../../../app/src/store/database.ts'
import * as tables from '../../../app/src/store/schema/history.ts'

/** The rows of every table of the history as text, sorted. */
export type Rows = Record<string, string[]>

/** Columns about who wrote the history and when. */
const BY_THE_WRITER = ['term', 'completeSlot', 'completedAt']

/**
 * Reads every row of the history.
 *
 * @param except - columns to leave out
 */
export async function allRows(
  db: Database,
  except: readonly string[] = ['genesis', 'removals'],
): Promise<Rows> {
  const left = new Set([...except, ...BY_THE_WRITER])
  const rows: Rows = {}
  for (const table of Object.values(tables)) {
    const found = (await db.select().from(table)).map((row) => {
      const seen = Object.entries(row).filter(([name]) => !left.has(name))
      return JSON.stringify(Object.fromEntries(seen), replacer)
    })
    rows[getTableName(table)] = found.sort()
  }
  return rows
}

/** Reads every row without the ids of events and without the checkpoint. */
export async function rowsWithoutIds(db: Database): Promise<Rows> {
  const { projection: _, ...rows } = await allRows(db, ['id', 'openedEvent'])
  return rows
}

function replacer(_: string, value: unknown): unknown {
  if (typeof value === 'bigint') return `${value}n`
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return value
  // Databases reorder the keys of JSON.
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** The rows that only one of two histories has. */
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
