// Fills a store with closed markets, for the scale bench.

import { createHash } from 'node:crypto'
import { PROGRAM_ID } from '@prediction-market/sdk'
import { getTableColumns, type SQL, sql } from 'drizzle-orm'
import { openLog } from '../../app/src/history/log/head.ts'
import { openProjection } from '../../app/src/history/projection/project.ts'
import type { Database } from '../../app/src/store/database.ts'
import { markets } from '../../app/src/store/schema/history.ts'
import { openStore } from '../../app/src/store/store.ts'
import { closedRow, insertClosed } from '../../tests/helpers/history/closed-markets.ts'

/** Rows per statement. */
const BATCH = 10_000

/** How many creators the closed markets have. */
export const CREATORS = 1_000

/** When the first of them was created. */
const START = 1_600_000_000

/** An address that Postgres can compute too, by `addressIn`: 43 base58 digits that begin high are always 32 bytes. */
export function addressOf(name: string): string {
  const md5 = (text: string) => createHash('md5').update(text).digest('hex')
  return `Z${(md5(name) + md5(`${name}.`)).slice(0, 42).replaceAll('0', 'z')}`
}

const addressIn = (name: SQL) =>
  sql`'Z' || translate(left(md5(${name}) || md5(${name} || '.'), 42), '0', 'z')`

/**
 * Columns of the closed market number `i`: one of twenty is void, one of four in UTILITY, every second one about one
 * of 5,000 tokens. One was created each minute.
 */
const question = sql`'Will the token number ' || i || ' be above $' || i * 37 % 1000 || ' on day ' || i % 365 || '?'`
const createdAt = sql`${sql.raw(String(START))} + 60 * i`
const COLUMNS: Partial<Record<keyof typeof markets.$inferSelect, SQL>> = {
  address: addressIn(sql`'closed ' || i`),
  number: sql`i`,
  creator: addressIn(sql`'creator ' || i * 7 % ${sql.raw(String(CREATORS))}`),
  token: sql`CASE WHEN i % 2 = 0 THEN ${addressIn(sql`'token ' || i * 11 % 5000`)} END`,
  mint: sql`CASE WHEN i % 4 = 1 THEN ${addressIn(sql`'mint'`)} END`,
  currency: sql`CASE WHEN i % 4 = 1 THEN 'UTILITY' ELSE 'SOL' END`,
  decimals: sql`CASE WHEN i % 4 = 1 THEN 6 ELSE 9 END`,
  question,
  searchText: sql`lower(${question})`,
  createdAt,
  closeAt: sql`${createdAt} + 3600 * (1 + i % 100)`,
  expireAt: sql`${createdAt} + 3600 * (1 + i % 100)`,
  poolYes: sql`i::bigint * 7919 % 1000003 * 1000`,
  poolNo: sql`i::bigint * 104729 % 1000003 * 1000`,
  status: sql`CASE WHEN i % 20 = 7 THEN 'void' ELSE 'resolved' END`,
  outcome: sql`CASE WHEN i % 20 <> 7 THEN 'Yes' END`,
}

/** The sort key of the closed market number `index` in the order `newest`. */
export function placeOf(index: number): { createdAt: number; address: string } {
  return { createdAt: START + 60 * index, address: addressOf(`closed ${index}`) }
}

/** Fills an empty store with closed markets: copies of one that the projector could have written. */
export async function fillStore(
  databaseUrl: string | undefined,
  count: number,
  genesis: string,
): Promise<void> {
  const store = await openStore({ databaseUrl, connections: 1 })
  const { db } = store
  const origin = { program: PROGRAM_ID.toBase58(), genesis }
  await openLog(db, origin, false)
  await openProjection(db, origin)
  await db.execute(sql`SET statement_timeout = 0`)
  if (count > 0) await insertCopies(db, count)
  // Otherwise autovacuum would do it at some time during the measurement.
  await db.execute(sql`VACUUM ANALYZE`)
  await store.close()
}

async function insertCopies(db: Database, count: number): Promise<void> {
  const row = closedRow({
    ...placeOf(0),
    creator: addressOf('creator 0'),
    question: 'Is it?',
    expireAt: START + 60,
  })
  await insertClosed(db, [row])
  const columns = Object.entries(getTableColumns(markets))
  const list = (parts: SQL[]) => sql.join(parts, sql`, `)
  const names = list(columns.map(([, { name }]) => sql`${sql.identifier(name)}`))
  const values = list(
    columns.map(
      ([key, { name }]) => COLUMNS[key as keyof typeof COLUMNS] ?? sql`one.${sql.identifier(name)}`,
    ),
  )
  for (let first = 1; first < count; first += BATCH) {
    const last = Math.min(first + BATCH, count) - 1
    await db.execute(sql`
      INSERT INTO markets (${names}) SELECT ${values}
      FROM markets AS one, generate_series(${first}::int, ${last}::int) AS i
      WHERE one.address = ${row.address}`)
  }
}
