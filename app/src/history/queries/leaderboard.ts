// Queries of leaderboards: wallets by profit, volume or win rate.

import type { CurrencyId } from '@prediction-market/sdk'
import { and, eq, gt, gte, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../store/database.ts'
import { type StoredStats, walletStats } from '../../store/schema/history.ts'
import type { Period } from '../../store/schema/history-types.ts'
import { addresses } from '../../store/schema/log.ts'
import { numberOf } from '../log/read.ts'
import { base58 } from '../log/row.ts'

/** A wallet's totals in a period; the wallet in base58. */
export type WalletStatsRow = Omit<StoredStats, 'wallet'> & { wallet: string }

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

export interface LeaderboardPage {
  by: Ranking
  currency: CurrencyId
  period: Period
  /** The first day of the period, in days since 1970. */
  start: number
  /** Start after this position. */
  after?: RankingPosition | undefined
  offset: number
  limit: number
}

/** Decided positions that a win rate needs: one lucky bet is no record. */
export const MIN_DECIDED = 5

const { volume, staked, returned, decided, won, wallet } = walletStats

/** The wallets of each ranking. */
const FILTERS: Record<Ranking, SQL> = {
  profit: gt(staked, 0n),
  volume: gt(volume, 0n),
  winRate: gte(decided, MIN_DECIDED),
}

/** The ascending sort keys of each ranking. Of two equal win rates the one over more positions comes first. */
const SORT_KEYS: Record<Ranking, SQL> = {
  profit: sql`${staked} - ${returned}, ${wallet}`,
  volume: sql`-${volume}, ${wallet}`,
  // nullif: SQL may evaluate the division before the filter.
  winRate: sql`-(${won}::numeric / nullif(${decided}, 0)), -${decided}, ${wallet}`,
}

function sortKeys(by: Ranking, position: RankingPosition): SQL {
  const value = sql`-(${position.value.toString()}::numeric)`
  if (by !== 'winRate') return sql`${value}, ${numberOf(position.wallet)}`
  const count = sql`${position.decided}::int`
  return sql`${value} / nullif(${count}, 0), -${count}, ${numberOf(position.wallet)}`
}

/** The wallets of a leaderboard, best first. */
export async function leaderboard(db: Database, page: LeaderboardPage): Promise<WalletStatsRow[]> {
  const { by, currency, period, start, after, offset, limit } = page
  const where = [
    eq(walletStats.currency, currency),
    eq(walletStats.period, period),
    eq(walletStats.start, start),
    FILTERS[by],
  ]
  if (after) where.push(sql`(${SORT_KEYS[by]}) > (${sortKeys(by, after)})`)
  const rows = await db
    .select({ stats: walletStats, wallet: addresses.address })
    .from(walletStats)
    .innerJoin(addresses, eq(addresses.number, walletStats.wallet))
    .where(and(...where))
    .orderBy(SORT_KEYS[by])
    .limit(limit)
    .offset(offset)
  return rows.map(({ stats, wallet }) => ({ ...stats, wallet: base58(wallet) }))
}
