// Measures how long it takes to rebuild a history of 100,000 bets, and to read it.

import { PROGRAM_ID } from '@prediction-market/sdk'
import { openCheckpoint } from '../app/src/history/projector/apply/checkpoint.ts'
import { pull } from '../app/src/history/projector/pull.ts'
import { openStore } from '../app/src/store/store.ts'
import { recordedLife } from '../tests/helpers/history/generate.ts'
import { measureReads } from './history/reads.ts'
import { printTable } from './table.ts'

/** The recorded history: bets by these many wallets on these many markets, over this time. */
const PLAN = { bets: 100_000, wallets: 5_000, markets: 500, seconds: 30 * 86_400 }
/** Transactions per batch. Wallet statistics are written once per batch, so large batches rebuild faster. */
const BATCH = 20_000

const seconds = (since: number) => `${((performance.now() - since) / 1_000).toFixed(1)} s`

const recording = performance.now()
const ledger = recordedLife(PLAN)
const recorded = seconds(recording)
const store = await openStore({ databaseUrl: process.env.DATABASE_URL })
const program = PROGRAM_ID.toBase58()
await openCheckpoint(store.db, { program, genesis: await ledger.genesis() }, true)
const started = performance.now()
const before = process.cpuUsage()
let events = 0
const onProgress = ({ lastEvent }: { lastEvent: number }) => {
  events = lastEvent
}
await pull({ db: store.db, ledger, program, batch: BATCH, onProgress }, 'final')
const rebuilt = seconds(started)
const { user, system } = process.cpuUsage(before)
printTable('Rebuild of the history from recorded transactions', [
  {
    database: process.env.DATABASE_URL ? 'Postgres' : 'PGlite',
    bets: PLAN.bets,
    transactions: ledger.transactions.length,
    events,
    recorded,
    rebuilt,
    processor: `${((user + system) / 1_000_000).toFixed(1)} s`,
    bar: '60 s',
  },
])
printTable('Reads of the history', await measureReads(store.db))
await store.close()
