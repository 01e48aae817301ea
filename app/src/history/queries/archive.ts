// Caches the lists of closed markets, and follows the changes of the history.

import { marketIdOf } from '@prediction-market/sdk/accounts'
import type { DecisionTransactions } from '@prediction-market/sdk/proof'
import { and, asc, eq, exists, gt, inArray, isNotNull, lte, or, sql } from 'drizzle-orm'
import { LRUCache } from 'lru-cache'
import type { ClosedMarkets, Selection } from '../../book/list-markets.ts'
import { feedOf, type ListedMarket, volumesOf } from '../../book/listed.ts'
import { CoalescedTask } from '../../runtime/coalesced-task.ts'
import type { Database } from '../../store/database.ts'
import { type MarketRow, markets } from '../../store/schema/history.ts'
import { log } from '../../store/schema/log.ts'
import type { History } from '../follow.ts'
import { codesOf, signatureText } from '../log/row.ts'
import { type closedColumns, selectFound, selectInOrder, selectMatching } from './closed-query.ts'

/** The columns of a closed market that lists need. */
type ClosedMarket = Pick<MarketRow, keyof typeof closedColumns>

/** Markets that a search looks at in the order of the list, before it asks the index. */
const LOOKED_AT = 1_000

/** A closed market as lists show it. */
export function toListedMarket(closed: ClosedMarket): ListedMarket {
  const { address, decimals, poolYes, poolNo, resolvedAt, ...row } = closed
  const pools = { Yes: poolYes, No: poolNo }
  const endsAt = resolvedAt ?? row.expireAt
  const listed = { id: marketIdOf(address), endsAt, type: row.condition.type, feed: feedOf(row.condition) }
  return { ...row, ...listed, pools, ...volumesOf(pools, decimals) }
}

/** The first `limit` closed markets of a selection, sorted. */
export async function closedMarkets(
  db: Database,
  selection: Selection,
  limit: number,
): Promise<ListedMarket[]> {
  const rows = selection.terms
    ? await search(db, selection, limit)
    : await selectInOrder(db, selection, limit)
  return rows?.map(toListedMarket) ?? []
}

/**
 * Finds frequent words by reading the list in order, since reading and sorting all matches would take seconds, and
 * other words by the index.
 */
async function search(db: Database, selection: Selection, limit: number): Promise<ClosedMarket[]> {
  // The database stores no NUL.
  if (selection.terms?.some((term) => term.includes('\0'))) return []
  const next = selectInOrder(db, selection, LOOKED_AT)
  if (!next) return []
  const found = await selectMatching(db, next, selection, limit)
  return found.length === limit ? found : selectFound(db, selection, limit)
}

/** Whether closed markets have events after the one with id `after`, or events were dropped, which may open one again. */
async function haveClosedMarketsChanged(db: Database, after: number, upTo: number): Promise<boolean> {
  const isClosed = and(eq(markets.number, log.market), isNotNull(markets.closedAt))
  const ofClosed = db.select({ one: sql`1` }).from(markets).where(isClosed)
  const isChange = or(inArray(log.kind, codesOf(['dropped'])), exists(ofClosed))
  const found = await db
    .select({ id: log.id })
    .from(log)
    .where(and(gt(log.id, after), lte(log.id, upTo), isChange))
    .limit(1)
  return found.length > 0
}

/** The most closed markets in memory, in the pages that were read last. */
const MAX_CACHED = 5_000

const RETRY_MS = 1_000

/**
 * The closed markets of the store. Pages that were read are kept until a closed market changes, so that bets on open
 * markets cause no query. New events of closed markets and dropped events invalidate them.
 */
export class Archive implements ClosedMarkets {
  readonly #pages = new LRUCache<string, Promise<ListedMarket[]>>({ maxSize: MAX_CACHED })
  readonly #updates: CoalescedTask
  #version = 0
  #lastEvent = 0
  #unsubscribe = () => {}

  /** @param onError - called when an update fails; it is retried a second later */
  constructor(
    private readonly history: History,
    onError: (error: Error) => void,
  ) {
    this.#updates = new CoalescedTask(() => this.#update(), onError, RETRY_MS)
  }

  /** Changes whenever a closed market may have. */
  get version(): number {
    return this.#version
  }

  /** Follows the history. */
  start(): void {
    this.#lastEvent = this.history.lastEvent
    this.#unsubscribe = this.history.onChange(() => this.#updates.request())
  }

  async stop(): Promise<void> {
    this.#unsubscribe()
    await this.#updates.stop()
  }

  find(selection: Selection, limit: number): Promise<readonly ListedMarket[]> {
    const key = keyOf(selection, limit)
    const known = this.#pages.get(key)
    if (known) return known
    const page = closedMarkets(this.history.db, selection, limit)
    this.#pages.set(key, page, { size: limit })
    page.catch(() => this.#pages.delete(key))
    return page
  }

  async #update(): Promise<void> {
    const { db, lastEvent } = this.history
    const hasChanged = await haveClosedMarketsChanged(db, this.#lastEvent, lastEvent)
    this.#lastEvent = lastEvent
    if (!hasChanged) return
    this.#version += 1
    this.#pages.clear()
  }
}

/** A unique key for each selection. Terms contain no space. */
function keyOf(
  { status, currency, tokenAddress, creator, types, feed, sort, terms, after }: Selection,
  limit: number,
): string {
  const place = after && [after.status, after.createdAt, after.endsAt, after.matched, after.id]
  return [
    limit,
    status,
    currency,
    tokenAddress,
    creator,
    types?.join(' '),
    feed,
    sort,
    place,
    terms?.join(' '),
  ].join()
}

/** The row of a market, closed or not. */
export async function marketRow(db: Database, address: string): Promise<MarketRow | undefined> {
  const [row] = await db.select().from(markets).where(eq(markets.address, address))
  return row
}

/** The rows of markets, closed or not, in no order. */
export async function marketRows(db: Database, addresses: readonly string[]): Promise<MarketRow[]> {
  if (addresses.length === 0) return []
  return db
    .select()
    .from(markets)
    .where(inArray(markets.address, [...addresses]))
}

/** The transactions that created, recorded and decided a market; `null` if it is not decided. */
export async function decisionOf(db: Database, row: MarketRow): Promise<DecisionTransactions | null> {
  const { createdSignature: created, resolvedSignature: decided } = row
  if (decided === null) return null
  const isRecording = inArray(log.kind, codesOf(['observation', 'reference']))
  const [recording] = await db
    .select({ signature: log.signature })
    .from(log)
    .where(and(eq(log.market, row.number), isRecording, sql`NOT ${log.isDropped}`))
    .orderBy(asc(log.sequence))
    .limit(1)
  const recorded = recording ? signatureText(recording.signature) : null
  return { created, recorded, decided }
}
