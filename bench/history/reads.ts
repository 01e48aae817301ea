// Measures the queries of the history for the largest markets and wallets.

import { asc, count, desc, eq, max, min } from 'drizzle-orm'
import { base58 } from '../../app/src/history/log/bytes.ts'
import { marketBets } from '../../app/src/history/queries/bets.ts'
import { walletEvents } from '../../app/src/history/queries/events.ts'
import { leaderboard, RANKINGS } from '../../app/src/history/queries/leaderboard.ts'
import { poolsOverTime } from '../../app/src/history/queries/pools.ts'
import { walletPositions } from '../../app/src/history/queries/positions.ts'
import type { Database } from '../../app/src/store/database.ts'
import { walletStats } from '../../app/src/store/schema/history.ts'
import { PERIODS } from '../../app/src/store/schema/history-types.ts'
import { addresses, log } from '../../app/src/store/schema/log.ts'
import type { Row } from '../table.ts'

/** Reads of each kind. */
const READS = 400

/** Concurrent reads. */
const AT_ONCE = 2

const LIMIT = 101

/** The worst cases: the 20 markets and wallets with the most bets, the periods with the most wallets. */
async function subjects(db: Database) {
  const isBet = eq(log.kind, 1)
  const many = async (column: typeof log.market | typeof log.wallet) => {
    const rows = await db
      .select({ name: addresses.address })
      .from(log)
      .innerJoin(addresses, eq(addresses.number, column))
      .where(isBet)
      .groupBy(addresses.address)
      .orderBy(desc(count()), asc(addresses.address))
      .limit(20)
    return rows.map(({ name }) => base58(name))
  }
  const markets = await many(log.market)
  const wallets = await many(log.wallet)
  const starts = new Map<string, number>()
  for (const period of PERIODS) {
    const [fullest] = await db
      .select({ start: walletStats.start })
      .from(walletStats)
      .where(eq(walletStats.period, period))
      .groupBy(walletStats.start)
      .orderBy(desc(count()))
      .limit(1)
    starts.set(period, fullest?.start ?? 0)
  }
  const [span] = await db
    .select({ from: min(log.time), to: max(log.time) })
    .from(log)
    .where(isBet)
  return { markets, wallets, starts, from: span?.from ?? 0, to: (span?.to ?? 0) + 1 }
}

async function measure(run: (index: number) => Promise<unknown>): Promise<number[]> {
  const times: number[] = []
  let next = 0
  const reader = async () => {
    while (next < READS) {
      const start = performance.now()
      await run(next++)
      times.push(performance.now() - start)
    }
  }
  // Warm up: the first reads open connections and prepare query plans.
  for (let index = 0; index < 20; index++) await run(index)
  await Promise.all(Array.from({ length: AT_ONCE }, reader))
  return times.sort((a, b) => a - b)
}

/** Measures the queries behind the history routes for the markets and wallets with the most bets. */
export async function measureReads(db: Database): Promise<Row[]> {
  const { markets, wallets, starts, from, to } = await subjects(db)
  const of = <T>(list: readonly T[], index: number) => list[index % list.length] as T
  const interval = Math.ceil((to - from) / 1_000)
  const kinds: Record<string, (index: number) => Promise<unknown>> = {
    'market history, 1,000 buckets': (index) => poolsOverTime(db, of(markets, index), { from, to, interval }),
    'market bets': (index) => marketBets(db, of(markets, index), { offset: 0, limit: LIMIT }),
    'wallet history': (index) => walletEvents(db, of(wallets, index), { offset: 0, limit: LIMIT }),
    'wallet positions': (index) => walletPositions(db, of(wallets, index), { offset: 0, limit: LIMIT }),
  }
  for (const by of RANKINGS) {
    kinds[`leaderboard by ${by}`] = (index) => {
      const period = of(PERIODS, index)
      const start = starts.get(period) ?? 0
      return leaderboard(db, { by, period, start, currency: 'SOL', offset: 0, limit: LIMIT })
    }
  }
  const rows: Row[] = []
  for (const [read, run] of Object.entries(kinds)) {
    const times = await measure(run)
    const at = (share: number) => `${(times[Math.floor(times.length * share)] ?? 0).toFixed(1)} ms`
    rows.push({ read, median: at(0.5), p99: at(0.99), bar: '50 ms' })
  }
  return rows
}
