import { and, asc, desc, eq, gt, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../store/database.ts'
import { type WalletStatsRow, walletStats } from '../../store/schema/history.ts'
import type { Period } from '../../store/schema/history-types.ts'

/** The rankings of a leaderboard. */
export const RANKINGS = ['profit', 'volume', 'winRate'] as const

export type Ranking = (typeof RANKINGS)[number]

/** A position in a ranking: the values that are compared, and the wallet. */
export interface RankingPosition {
  /** Base units of profit or volume; positions won for a win rate. */
  value: bigint
  /** Positions decided; used for a win rate only. */
  decided: number
  wallet: string
}

/** A page of a leaderboard. */
export interface LeaderboardPage {
  by: Ranking
  currency: 'SOL' | 'UTILITY'
  period: Period
  /** The first day of the period, in days since 1970. */
  start: number
  /** Start after this position. */
  after?: RankingPosition | undefined
  offset: number
  limit: number
}

const { volume, staked, returned, decided, won, wallet } = walletStats
const profit = sql`(${returned} - ${staked})`
// nullif: SQL may evaluate the division before `decided > 0`.
const rate = sql`(${won}::numeric / nullif(${decided}, 0))`

/** The order of each ranking, its wallets, and those after a position. */
const RULES: Record<Ranking, { order: SQL[]; filter: SQL; after: (position: RankingPosition) => SQL }> = {
  profit: {
    order: [desc(profit), asc(wallet)],
    filter: gt(staked, 0n),
    after: ({ value, wallet: last }) =>
      sql`(${profit} < ${units(value)} OR (${profit} = ${units(value)} AND ${wallet} > ${last}))`,
  },
  volume: {
    order: [desc(volume), asc(wallet)],
    filter: gt(volume, 0n),
    after: ({ value, wallet: last }) =>
      sql`(${volume} < ${units(value)} OR (${volume} = ${units(value)} AND ${wallet} > ${last}))`,
  },
  // Of two equal rates the one over more positions comes first.
  winRate: {
    order: [desc(rate), desc(decided), asc(wallet)],
    filter: gt(decided, 0),
    after: ({ value, decided: count, wallet: last }) => {
      const than = sql`(${units(value)} / nullif(${count}::int, 0))`
      return sql`(${rate} < ${than} OR (${rate} = ${than} AND (${decided} < ${count}::int
        OR (${decided} = ${count}::int AND ${wallet} > ${last}))))`
    },
  },
}

/** The wallets of a leaderboard, best first. */
export function leaderboard(db: Database, page: LeaderboardPage): Promise<WalletStatsRow[]> {
  const { by, currency, period, start, after, offset, limit } = page
  const { order, filter, after: isAfter } = RULES[by]
  const where = [
    eq(walletStats.currency, currency),
    eq(walletStats.period, period),
    eq(walletStats.start, start),
    filter,
  ]
  if (after) where.push(isAfter(after))
  return db
    .select()
    .from(walletStats)
    .where(and(...where))
    .orderBy(...order)
    .limit(limit)
    .offset(offset)
}

function units(value: bigint): SQL {
  return sql`${value.toString()}::numeric`
}
