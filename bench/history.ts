// Measures how long it takes to take and apply a history of 100,000 bets, and to read it.

import { takeListed } from '../app/src/history/log/list.ts'
import { openStore } from '../app/src/store/store.ts'
import { recordedLife } from '../tests/helpers/history/generate.ts'
import { applyAll, openProjection } from '../tests/helpers/history/project.ts'
import { measureReads } from './history/reads.ts'
import { printTable } from './table.ts'

/** The recorded history: bets by these many wallets on these many markets, over this time. */
const PLAN = { bets: 100_000, wallets: 5_000, markets: 500, seconds: 30 * 86_400 }
/** Events per batch. Wallet statistics are written once per batch, so large batches are applied faster. */
const BATCH = 20_000

const seconds = (since: number) => `${((performance.now() - since) / 1_000).toFixed(1)} s`

const recording = performance.now()
const ledger = recordedLife(PLAN)
const recorded = seconds(recording)
const store = await openStore({ databaseUrl: process.env.DATABASE_URL })
const projection = await openProjection(store.db, ledger, { batch: BATCH })
const before = process.cpuUsage()
const appending = performance.now()
await takeListed(projection)
const appended = seconds(appending)
const applying = performance.now()
const events = await applyAll(projection)
const applied = seconds(applying)
const { user, system } = process.cpuUsage(before)
printTable('A history from recorded transactions', [
  {
    database: process.env.DATABASE_URL ? 'Postgres' : 'PGlite',
    bets: PLAN.bets,
    transactions: ledger.transactions.length,
    events,
    recorded,
    appended,
    applied,
    processor: `${((user + system) / 1_000_000).toFixed(1)} s`,
    bar: '60 s applied',
  },
])
printTable('Reads of the history', await measureReads(store.db))
await store.close()
