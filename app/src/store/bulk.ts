// Inserts and selects many rows in one statement.

import { type AnyColumn, getTableColumns, getTableName, type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Database } from './database.ts'

/**
 * Inserts any number of rows in one statement. Each column is sent as the text of one array: binding a parameter
 * for each value takes longer than the insert itself.
 *
 * @param onConflict - whether to overwrite rows with the same key or to add to their values; an error by default
 */
export async function insertRows<Table extends PgTable>(
  db: Database,
  table: Table,
  rows: readonly Table['$inferInsert'][],
  onConflict?: { key: readonly AnyColumn[]; how: 'overwrite' | 'add' },
): Promise<void> {
  if (rows.length === 0) return
  const columns = Object.entries(getTableColumns(table))
  const into = sql.identifier(getTableName(table))
  const names = list(columns.map(([, { name }]) => sql.identifier(name)))
  const arrays = columns.map(([key, column]) => {
    // A cast takes a type without its collation.
    const type = column.getSQLType().replace(/ COLLATE .*/, '')
    return arrayOf(
      rows.map((row) => row[key as keyof typeof row]),
      type,
    )
  })
  const statement = sql`INSERT INTO ${into} (${names}) SELECT * FROM unnest(${list(arrays)})`
  if (!onConflict) {
    await db.execute(statement)
    return
  }
  const keys = onConflict.key.map(({ name }) => name)
  const values = columns.map(([, { name }]) => name).filter((name) => !keys.includes(name))
  const updates = values
    .map(sql.identifier)
    .map((name) =>
      onConflict.how === 'add'
        ? sql`${name} = ${into}.${name} + EXCLUDED.${name}`
        : sql`${name} = EXCLUDED.${name}`,
    )
  const target = list(keys.map((name) => sql.identifier(name)))
  await db.execute(sql`${statement} ON CONFLICT (${target}) DO UPDATE SET ${list(updates)}`)
}

/** Whether a column has one of `values`, which are sent as one parameter. */
export function isAnyOf(column: AnyColumn, values: readonly string[]): SQL {
  return sql`${column} = ANY(${sql.param(values)}::text[])`
}

/** An array of values as one parameter. */
export function arrayOf(values: readonly unknown[], type: string): SQL {
  return sql`${`{${values.map(literal).join(',')}}`}::text::${sql.raw(type)}[]`
}

/** A value in the text of an array. */
function literal(value: unknown): string {
  if (value === null || value === undefined) return 'NULL'
  if (value instanceof Uint8Array) return literal(`\\x${Buffer.from(value).toString('hex')}`)
  if (typeof value === 'object') return literal(JSON.stringify(value))
  return typeof value === 'string' ? `"${value.replace(/[\\"]/g, '\\$&')}"` : String(value)
}

function list(parts: readonly ReturnType<typeof sql.identifier>[] | readonly SQL[]): SQL {
  return sql.join([...parts], sql`, `)
}
