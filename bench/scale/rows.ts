// Measures what a bet takes in Postgres, with all indexes: placed, and over its whole life. Fails above the bars.

import { sql } from 'drizzle-orm'
import type { Database } from '../../app/src/store/database.ts'
import { openStore } from '../../app/src/store/store.ts'
import { recordedLife } from '../../tests/helpers/history/generate.ts'
import { openProjection, sync } from '../../tests/helpers/history/project.ts'
import { printTable } from '../table.ts'

/** Each wallet places ten bets, and each market has two hundred. */
const PLAN = { bets: 50_000, wallets: 5_000, markets: 250, seconds: 3 * 86_400 }

/** Bytes a bet. */
const PLACED_BAR = 500
const LIFE_BAR = 1_250

const TABLES = ['log', 'addresses', 'markets', 'positions', 'wallet_stats']

async function sizes(db: Database): Promise<Map<string, number>> {
  // Dead rows are what updates leave until autovacuum comes: its steady state is measured.
  for (const table of TABLES) await db.execute(sql`VACUUM FULL ${sql.identifier(table)}`)
  const found = new Map<string, number>()
  for (const table of TABLES) {
    const { rows } = await db.execute(sql`SELECT pg_total_relation_size(${table}::regclass)::text AS size`)
    found.set(table, Number(rows[0]?.size))
  }
  return found
}

if (!process.env.DATABASE_URL)
  throw new Error('DATABASE_URL: is missing; run tools/with-postgres npm run bench -- scale rows')
const store = await openStore({ databaseUrl: process.env.DATABASE_URL, connections: 1 })
await store.db.execute(sql`SET statement_timeout = 0`)
const ledger = recordedLife(PLAN)
const projection = await openProjection(store.db, ledger, { batch: 20_000 })
// Creations and bets come first, then all decisions and payouts.
ledger.visible = PLAN.bets + PLAN.markets
await sync(projection)
const placed = await sizes(store.db)
ledger.visible = Number.POSITIVE_INFINITY
await sync(projection)
const life = await sizes(store.db)
await store.close()
const perBet = (size: number | undefined) => Math.round((size ?? 0) / PLAN.bets)
const total = (all: Map<string, number>) => [...all.values()].reduce((sum, size) => sum + size, 0)
printTable('Bytes a bet in Postgres, with indexes', [
  ...TABLES.map((table) => ({ table, placed: perBet(placed.get(table)), life: perBet(life.get(table)) })),
  { table: 'together', placed: perBet(total(placed)), life: perBet(total(life)) },
  { table: 'bar', placed: PLACED_BAR, life: LIFE_BAR },
])
if (perBet(total(placed)) > PLACED_BAR || perBet(total(life)) > LIFE_BAR) process.exitCode = 1
