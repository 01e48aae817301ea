// Queries of positions and stakes.

import type { Stakes } from '@prediction-market/sdk'
import { and, asc, desc, eq, lt, sql, sum } from 'drizzle-orm'
import { isAnyOf } from '../../store/bulk.ts'
import type { Database } from '../../store/database.ts'
import { type MarketRow, markets, type PositionRow, positions } from '../../store/schema/history.ts'

/** The columns of a market that its description and the value of a position need. */
const marketColumns = {
  address: markets.address,
  question: markets.question,
  condition: markets.condition,
  token: markets.token,
  createdAt: markets.createdAt,
  currency: markets.currency,
  decimals: markets.decimals,
  status: markets.status,
  outcome: markets.outcome,
  expireAt: markets.expireAt,
  period: markets.period,
  poolYes: markets.poolYes,
  poolNo: markets.poolNo,
  latePeriod: markets.latePeriod,
  lateYes: markets.lateYes,
  lateNo: markets.lateNo,
  burnBps: markets.burnBps,
  developerBps: markets.developerBps,
}

/** A position with its market. */
export interface MarketPosition {
  position: PositionRow
  market: Pick<MarketRow, keyof typeof marketColumns>
}

/** A page of positions. */
export interface PositionsPage {
  status?: 'open' | 'resolved' | 'void' | undefined
  /** Only the position in this market. */
  market?: string | undefined
  /** Only positions opened before the event with this id. */
  before?: number | undefined
  offset: number
  limit: number
}

/** The positions of a wallet, newest first. */
export function walletPositions(db: Database, owner: string, page: PositionsPage): Promise<MarketPosition[]> {
  const where = [eq(positions.owner, owner)]
  if (page.before !== undefined) where.push(lt(positions.openedEvent, page.before))
  if (page.market !== undefined) where.push(eq(positions.market, page.market))
  if (page.status) where.push(eq(markets.status, page.status))
  return db
    .select({ position: positions, market: marketColumns })
    .from(positions)
    .innerJoin(markets, eq(markets.address, positions.market))
    .where(and(...where))
    .orderBy(desc(positions.openedEvent))
    .limit(page.limit)
    .offset(page.offset)
}

/** The position of a wallet in a market. */
export async function positionOf(
  db: Database,
  market: string,
  owner: string,
): Promise<PositionRow | undefined> {
  const [row] = await db
    .select()
    .from(positions)
    .where(and(eq(positions.market, market), eq(positions.owner, owner)))
  return row
}

/** The positions in a market with the largest stakes on both sides together; of equal ones, the older first. */
export function largestPositions(db: Database, market: string, limit: number): Promise<PositionRow[]> {
  const staked = sql`${positions.stakeYes} + ${positions.stakeNo}`
  return db
    .select()
    .from(positions)
    .where(eq(positions.market, market))
    .orderBy(desc(staked), asc(positions.openedEvent))
    .limit(limit)
}

/** The stakes of all positions in each of these markets together; markets without positions are left out. */
export async function stakedIn(db: Database, addresses: readonly string[]): Promise<Map<string, Stakes>> {
  const { market, stakeYes, stakeNo } = positions
  const sums = await db
    .select({ market, yes: sum(stakeYes), no: sum(stakeNo) })
    .from(positions)
    .where(isAnyOf(market, addresses))
    .groupBy(market)
  return new Map(
    sums.map(({ market: address, yes, no }) => [address, { Yes: BigInt(yes ?? 0), No: BigInt(no ?? 0) }]),
  )
}

/** Whether the history has every bet of a market: its positions add up to the pools. */
export async function hasAllStakes(db: Database, market: string, pools: Stakes): Promise<boolean> {
  const { Yes, No } = (await stakedIn(db, [market])).get(market) ?? { Yes: 0n, No: 0n }
  return Yes === pools.Yes && No === pools.No
}
