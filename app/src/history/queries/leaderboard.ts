import { and, asc, desc, eq, gt, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../store/database.ts'
import { walletStats } from '../../store/history/schema.ts'
import type { Period } from '../../store/history/types.ts'

/** What wallets can be ranked by. */
export const RANKINGS = ['profit', 'volume', 'winRate'] as const

/** What wallets are ranked by. */
export type Ranking = (typeof RANKINGS)[number]

/** What a wallet did in a period. */
export type WalletStats = typeof walletStats.$inferSelect

/** A place in a ranking: what was compared, and the wallet. */
export interface RankedPlace {
  /** Base units of profit or volume; positions won for a win rate. */
  value: bigint
  /** Positions decided; for a win rate alone. */
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
  /** Begin behind this place. */
  after?: RankedPlace | undefined
  offset: number
  limit: number
}

const { volume, staked, returned, decided, won, wallet } = walletStats
const profit = sql`(${returned} - ${staked})`
// Null where nothing was decided: no condition is sure to be looked at before another.
const rate = sql`(${won}::numeric / nullif(${decided}, 0))`

/** How each ranking orders wallets, who is in it, and who comes behind a place. */
const RULES: Record<Ranking, { order: SQL[]; who: SQL; behind: (place: RankedPlace) => SQL }> = {
  profit: {
    order: [desc(profit), asc(wallet)],
    who: gt(staked, 0n),
    behind: ({ value, wallet: last }) =>
      sql`(${profit} < ${units(value)} OR (${profit} = ${units(value)} AND ${wallet} > ${last}))`,
  },
  volume: {
    order: [desc(volume), asc(wallet)],
    who: gt(volume, 0n),
    behind: ({ value, wallet: last }) =>
      sql`(${volume} < ${units(value)} OR (${volume} = ${units(value)} AND ${wallet} > ${last}))`,
  },
  // Of equal rates, the one that more was decided for says more.
  winRate: {
    order: [desc(rate), desc(decided), asc(wallet)],
    who: gt(decided, 0),
    behind: ({ value, decided: count, wallet: last }) => {
      const than = sql`(${units(value)} / nullif(${count}::int, 0))`
      return sql`(${rate} < ${than} OR (${rate} = ${than} AND (${decided} < ${count}::int
        OR (${decided} = ${count}::int AND ${wallet} > ${last}))))`
    },
  },
}

/** The wallets of a leaderboard, best first. */
export function leaderboard(db: Database, page: LeaderboardPage): Promise<WalletStats[]> {
  const { by, currency, period, start, after, offset, limit } = page
  const { order, who, behind } = RULES[by]
  const where = [
    eq(walletStats.currency, currency),
    eq(walletStats.period, period),
    eq(walletStats.start, start),
    who,
  ]
  if (after) where.push(behind(after))
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
