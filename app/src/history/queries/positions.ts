// Queries of positions and stakes.

import type { Stakes } from '@prediction-market/sdk'
import { and, asc, desc, eq, lt, sql, sum } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Database } from '../../store/database.ts'
import { type MarketRow, markets, positions, type StoredPosition } from '../../store/schema/history.ts'
import { addresses, log } from '../../store/schema/log.ts'
import { numberOf } from '../log/read.ts'
import { base58, signatureText } from '../log/row.ts'
import type { EventPage } from './events.ts'

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
  unmatched: markets.unmatched,
  maxRatio: markets.maxRatio,
  burnBps: markets.burnBps,
  developerBps: markets.developerBps,
}

export interface PositionRow
  extends Pick<StoredPosition, 'stakeYes' | 'stakeNo' | 'recent' | 'bets' | 'openedEvent'> {
  /** In base58. */
  owner: string
  /** Unix second of the first bet. */
  openedAt: number
  /** For stakes that counted; null until the position is settled, 0 if it lost. */
  payout: bigint | null
  /** Of late and unmatched stakes, or of all stakes of a void market; null until the position is settled. */
  refund: bigint | null
  settledAt: number | null
  settledSignature: string | null
}

export interface MarketPosition {
  position: PositionRow
  market: Pick<MarketRow, keyof typeof marketColumns>
}

const opened = alias(log, 'opened')
const settled = alias(log, 'settled')

const positionColumns = {
  stakeYes: positions.stakeYes,
  stakeNo: positions.stakeNo,
  recent: positions.recent,
  bets: positions.bets,
  openedEvent: positions.openedEvent,
  payout: positions.payout,
  refund: positions.refund,
  owner: addresses.address,
  openedAt: opened.time,
  settledAt: settled.time,
  settledSignature: settled.signature,
}

type SelectedPosition = Omit<PositionRow, 'owner' | 'settledSignature'> & {
  owner: Uint8Array
  settledSignature: Uint8Array | null
}

function toPosition(row: SelectedPosition): PositionRow {
  const isSettled = row.settledAt !== null
  return {
    ...row,
    owner: base58(row.owner),
    payout: isSettled ? row.payout : null,
    refund: isSettled ? row.refund : null,
    settledSignature: row.settledSignature && signatureText(row.settledSignature),
  }
}

/** Selects positions with their owners and the events that opened and settled them. */
function select(db: Database) {
  return db
    .select({ position: positionColumns, market: marketColumns })
    .from(positions)
    .innerJoin(markets, eq(markets.number, positions.market))
    .innerJoin(addresses, eq(addresses.number, positions.owner))
    .innerJoin(opened, eq(opened.id, positions.openedEvent))
    .leftJoin(settled, eq(settled.id, positions.settledEvent))
    .$dynamic()
}

/** A page of positions, by the events that opened them. */
export interface PositionsPage extends EventPage {
  status?: 'open' | 'resolved' | 'void' | undefined
  /** Only the position in this market. */
  market?: string | undefined
}

/** The positions of a wallet, newest first. */
export async function walletPositions(
  db: Database,
  owner: string,
  page: PositionsPage,
): Promise<MarketPosition[]> {
  const where = [isOwner(owner)]
  if (page.before !== undefined) where.push(lt(positions.openedEvent, page.before))
  if (page.market !== undefined) where.push(eq(markets.address, page.market))
  if (page.status) where.push(eq(markets.status, page.status))
  const rows = await select(db)
    .where(and(...where))
    .orderBy(desc(positions.openedEvent))
    .limit(page.limit)
    .offset(page.offset)
  return rows.map(({ position, market }) => ({ position: toPosition(position), market }))
}

const isOwner = (owner: string) => sql`${positions.owner} = ${numberOf(owner)}`

/** The position of a wallet in a market. */
export async function positionOf(
  db: Database,
  market: string,
  owner: string,
): Promise<PositionRow | undefined> {
  const [row] = await select(db).where(and(eq(markets.address, market), isOwner(owner)))
  return row && toPosition(row.position)
}

/** The positions in a market with the largest stakes on both sides together; of equal ones, the older first. */
export async function largestPositions(db: Database, market: string, limit: number): Promise<PositionRow[]> {
  const staked = sql`${positions.stakeYes} + ${positions.stakeNo}`
  const rows = await select(db)
    .where(eq(markets.address, market))
    .orderBy(desc(staked), asc(positions.openedEvent))
    .limit(limit)
  return rows.map(({ position }) => toPosition(position))
}

/** Whether the history has every bet of a market: its positions add up to the pools. */
export async function hasAllStakes(db: Database, market: string, pools: Stakes): Promise<boolean> {
  const [row] = await db
    .select({ yes: sum(positions.stakeYes), no: sum(positions.stakeNo) })
    .from(positions)
    .where(sql`${positions.market} = ${numberOf(market)}`)
  return BigInt(row?.yes ?? 0) === pools.Yes && BigInt(row?.no ?? 0) === pools.No
}
