// Repairs markets from their accounts while transactions that changed them cannot be read.

import { and, asc, desc, eq, gt, isNull, lte, max } from 'drizzle-orm'
import { insertRows, isAnyOf } from '../../../store/bulk.ts'
import type { Database } from '../../../store/database.ts'
import {
  events,
  type MarketRow,
  markets,
  positions,
  transactions,
  unread,
} from '../../../store/schema/history.ts'
import { stakedIn } from '../../queries/positions.ts'
import { lockCheckpoint, saveCheckpoint, type Writer } from '../apply/checkpoint.ts'
import { recomputeMarkets } from '../apply/recompute.ts'
import { takeHidden } from '../apply/shown-events.ts'
import type { EventFields } from '../read/events.ts'
import type { FinalMarkets, Ledger } from '../read/ledger.ts'
import { differs, missingEvents } from './missing-events.ts'

/** Markets that are compared at a time. */
const PAGE = 500

/** Options of a repair. */
interface RepairOptions extends Writer {
  db: Database
  ledger: Ledger
}

/** A market whose rows differ from its accounts. */
interface Difference {
  address: string
  /** Id of its latest event in the log. */
  lastEvent: number | undefined
  events: EventFields[]
}

/**
 * Repairs the markets of transactions that are set aside: logs the events that their accounts imply at a final slot.
 * They are logged as events of the latest such transaction, and replaced once it can be read. Markets with a later
 * event than the accounts' slot are left for the next time.
 */
export async function repairFromAccounts(options: RepairOptions): Promise<void> {
  const { db, ledger } = options
  const snapshot = await ledger.finalMarkets()
  const [last] = await db
    .select({ transaction: transactions })
    .from(unread)
    .innerJoin(transactions, eq(transactions.signature, unread.signature))
    .where(lte(transactions.slot, snapshot.slot))
    .orderBy(desc(transactions.slot))
    .limit(1)
  if (!last) return
  const { signature, slot, time } = last.transaction
  const differences = await findDifferences(db, ledger, snapshot, time)
  if (differences.length === 0) return
  await db.transaction(async (tx) => {
    const checkpoint = await lockCheckpoint(tx, options)
    const latest = await latestEvents(
      tx,
      differences.map(({ address }) => address),
    )
    const unchanged = differences.filter(({ address, lastEvent }) => latest.get(address)?.id === lastEvent)
    const [{ index } = { index: null }] = await tx
      .select({ index: max(events.index) })
      .from(events)
      .where(eq(events.signature, signature))
    const found = unchanged
      .flatMap((difference) => difference.events)
      .map((event, position) => ({
        ...event,
        id: checkpoint.lastId + position + 1,
        signature,
        slot,
        index: (index ?? -1) + position + 1,
      }))
    const hidden = await takeHidden(tx, checkpoint, found, checkpoint.lastId + found.length)
    const added = [...found, ...hidden]
    // Later bets of these markets may be in the log.
    await recomputeMarkets(
      tx,
      unchanged.map(({ address }) => address),
      { added },
    )
    await insertRows(tx, events, added)
    const lastEvent = Math.max(checkpoint.lastEvent, ...added.map(({ id }) => id))
    return saveCheckpoint(tx, checkpoint, { lastEvent })
  })
}

async function findDifferences(
  db: Database,
  ledger: Ledger,
  snapshot: FinalMarkets,
  time: number,
): Promise<Difference[]> {
  const candidates = await findCandidates(db, ledger, snapshot)
  const latest = await latestEvents(db, [...candidates.keys()])
  const differences: Difference[] = []
  for (const [address, row] of candidates) {
    const { id: lastEvent, slot = 0 } = latest.get(address) ?? {}
    if (slot > snapshot.slot) continue
    const found = await missingEvents(ledger, {
      address,
      row,
      positions: await db.select().from(positions).where(eq(positions.market, address)),
      market: snapshot.markets.get(address) ?? null,
      time,
    })
    // Once its creation is logged, the market gets the events in the log; the rest is compared the next time.
    const isHidden = row === null && lastEvent !== undefined
    const first = isHidden ? found.slice(0, 1) : found
    if (first.length > 0) differences.push({ address, lastEvent, events: first })
  }
  return differences
}

/** Markets that differ from their accounts, and their rows; null for those that the history does not know. */
async function findCandidates(
  db: Database,
  ledger: Ledger,
  snapshot: FinalMarkets,
): Promise<Map<string, MarketRow | null>> {
  const unknown = new Set(snapshot.markets.keys())
  const missing = new Map<string, MarketRow>()
  const candidates = new Map<string, MarketRow | null>()
  for await (const rows of notClosed(db)) {
    const addresses = rows.map((row) => row.address)
    const staked = await stakedIn(db, addresses)
    for (const row of rows) {
      const { address } = row
      unknown.delete(address)
      const market = snapshot.markets.get(address)
      if (!market) missing.set(address, row)
      else if (differs(row, market, staked.get(address) ?? { Yes: 0n, No: 0n })) candidates.set(address, row)
    }
  }
  for (const address of unknown) candidates.set(address, null)
  for (const address of await ledger.goneAccounts([...missing.keys()], snapshot.slot)) {
    candidates.set(address, missing.get(address) ?? null)
  }
  return candidates
}

/** Markets that are not closed, a page at a time: one query for all would block other work. */
async function* notClosed(db: Database): AsyncGenerator<MarketRow[]> {
  for (let after = ''; ; ) {
    const rows = await db
      .select()
      .from(markets)
      .where(and(isNull(markets.closedAt), gt(markets.address, after)))
      .orderBy(asc(markets.address))
      .limit(PAGE)
    yield rows
    if (rows.length < PAGE) return
    after = rows.at(-1)?.address ?? after
  }
}

/** The latest event of each of these markets. */
async function latestEvents(
  db: Database,
  addresses: readonly string[],
): Promise<Map<string, { id: number; slot: number }>> {
  const { market } = events
  const rows = await db
    .select({ market, id: max(events.id), slot: max(events.slot) })
    .from(events)
    .where(isAnyOf(market, addresses))
    .groupBy(market)
  return new Map(rows.map(({ market: address, id, slot }) => [address, { id: id ?? 0, slot: slot ?? 0 }]))
}
