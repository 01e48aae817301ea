// Writes and selects many rows in one statement.

import { type AnyColumn, getTableColumns, getTableName, type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { writeExact } from './schema/columns.ts'

/**
 * The statement that inserts rows on a condition; none for no rows.
 *
 * @param onConflict - whether to overwrite rows with the same key or to add to their values
 */
export function insertIf<Table extends PgTable>(
  condition: SQL,
  table: Table,
  rows: readonly Table['$inferInsert'][],
  onConflict: { key: readonly AnyColumn[]; how: 'overwrite' | 'add' },
): SQL[] {
  if (rows.length === 0) return []
  const into = sql.identifier(getTableName(table))
  const keys = onConflict.key.map(({ name }) => name)
  const values = Object.values(getTableColumns(table)).map(({ name }) => name)
  const updates = values
    .filter((name) => !keys.includes(name))
    .map(sql.identifier)
    .map((name) =>
      onConflict.how === 'add'
        ? sql`${name} = ${into}.${name} + EXCLUDED.${name}`
        : sql`${name} = EXCLUDED.${name}`,
    )
  const target = list(keys.map((name) => sql.identifier(name)))
  const onSame = sql`ON CONFLICT (${target}) DO UPDATE SET ${list(updates)}`
  return [sql`${selectRows(table, rows)} WHERE ${condition} ${onSame}`]
}

/**
 * The insertion of rows. Each column is sent as the text of one array: binding a parameter for each value takes longer than
 * the insert itself.
 */
function selectRows<Table extends PgTable>(table: Table, rows: readonly Table['$inferInsert'][]): SQL {
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
  return sql`INSERT INTO ${into} (${names}) SELECT * FROM unnest(${list(arrays)})`
}

/** Whether a column has one of `values`, which are sent as one parameter. */
export function isAnyOf(column: AnyColumn, values: readonly string[]): SQL {
  return sql`${column} = ANY(${sql.param(values)}::text[])`
}

export function arrayOf(values: readonly unknown[], type: string): SQL {
  return sql`${`{${values.map(literal).join(',')}}`}::text::${sql.raw(type)}[]`
}

/** A value in the text of an array. */
function literal(value: unknown): string {
  if (value === null || value === undefined) return 'NULL'
  if (value instanceof Uint8Array) return literal(`\\x${Buffer.from(value).toString('hex')}`)
  if (typeof value === 'object') return literal(writeExact(value))
  return typeof value === 'string' ? `"${value.replace(/[\\"]/g, '\\$&')}"` : String(value)
}

function list(parts: readonly ReturnType<typeof sql.identifier>[] | readonly SQL[]): SQL {
  return sql.join([...parts], sql`, `)
}
