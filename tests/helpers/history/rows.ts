// Reads and compares all rows of the history.

import { eventsOfLog } from '../../../app/src/history/log/read.ts'
import { base58 } from '../../../app/src/history/log/row.ts'
import type { Database } from '../../../app/src/store/database.ts'
import { markets, positions, walletStats } from '../../../app/src/store/schema/history.ts'
import { addresses } from '../../../app/src/store/schema/log.ts'

/** The rows of every table of the history as text, sorted. */
export type Rows = Record<string, string[]>

/**
 * Reads every row of the history: the log as events, and the tables that are applied from it, with addresses in place of
 * their numbers.
 *
 * @param except - fields to leave out
 */
export async function allRows(db: Database, except: readonly string[] = []): Promise<Rows> {
  const left = new Set(['marketNumber', 'walletNumber', 'number', 'genesis', ...except])
  const known = new Map((await db.select().from(addresses)).map((row) => [row.number, base58(row.address)]))
  const text = (row: object) => {
    const seen = Object.entries(row).filter(([name]) => !left.has(name))
    return JSON.stringify(Object.fromEntries(seen), replacer)
  }
  const named = (rows: readonly Record<string, unknown>[], columns: readonly string[]) =>
    rows.map((row) => {
      const names = columns.map((column) => [column, known.get(row[column] as number)])
      return text({ ...row, ...Object.fromEntries(names) })
    })
  return {
    events: (await eventsOfLog(db, 0, 1_000_000)).map(text).sort(),
    markets: (await db.select().from(markets)).map(text).sort(),
    positions: named(await db.select().from(positions), ['market', 'owner']).sort(),
    wallet_stats: named(await db.select().from(walletStats), ['wallet']).sort(),
  }
}

/** Reads every row without ids, and without events that were dropped: what the chain has. */
export async function rowsWithoutIds(db: Database): Promise<Rows> {
  const { events = [], ...rows } = await allRows(db, ['id', 'openedEvent', 'settledEvent'])
  return { ...rows, events: events.filter((event) => !JSON.parse(event).isDropped) }
}

function replacer(_: string, value: unknown): unknown {
  if (typeof value === 'bigint') return `${value}n`
  if (value instanceof Uint8Array) return Buffer.from(value).toString('hex')
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return value
  // Postgres returns a Buffer, which JSON has converted before it comes here; PGlite returns plain bytes.
  if ('type' in value && 'data' in value && value.type === 'Buffer')
    return Buffer.from(value.data as number[]).toString('hex')
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
