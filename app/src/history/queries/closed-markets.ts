// Lists and searches closed markets.

import { marketIdOf } from '@prediction-market/sdk/accounts'
import { and, eq, exists, gt, inArray, isNotNull, lte, or, sql } from 'drizzle-orm'
import type { Selection } from '../../book/list-markets.ts'
import { feedOf, type ListedMarket, volumesOf } from '../../book/listed.ts'
import type { Database } from '../../store/database.ts'
import { type MarketRow, markets } from '../../store/schema/history.ts'
import { log } from '../../store/schema/log.ts'
import { codesOf } from '../log/kinds.ts'
import { toCondition } from '../stored.ts'
import { type closedColumns, selectFound, selectInOrder, selectMatching } from './closed-query.ts'

/** The columns of a closed market that lists need. */
export type ClosedMarket = Pick<MarketRow, keyof typeof closedColumns>

/** Markets that a search looks at in the order of the list, before it asks the index. */
const LOOKED_AT = 1_000

/** A closed market as lists show it. */
export function toListedMarket(closed: ClosedMarket): ListedMarket {
  const { address, decimals, poolYes, poolNo, condition, ...row } = closed
  const pools = { Yes: poolYes, No: poolNo }
  const listed = { id: marketIdOf(address), type: condition.type, feed: feedOf(condition) }
  return { ...row, ...listed, condition: toCondition(condition), pools, ...volumesOf(pools, decimals) }
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
export async function haveClosedMarketsChanged(db: Database, after: number, upTo: number): Promise<boolean> {
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
