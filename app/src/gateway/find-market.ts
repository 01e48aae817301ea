import { marketAddressOf, marketIdOf } from '@prediction-market/sdk'
import type { MarketBook } from '../book/book.ts'
import type { BookEntry } from '../book/entry.ts'
import { type HistoryMarket, toMarket } from '../history/market-row.ts'
import type { Archive } from '../history/queries/archive.ts'
import { marketRow } from '../history/queries/markets.ts'
import type { Database } from '../store/database.ts'
import type { MarketRow } from '../store/schema/history.ts'
import { ApiError } from './errors.ts'
import { isAddress } from './schemas/common.ts'

/** Longer ones are not repeated in messages. */
const LONGEST_ID = 60

/** A market, on the chain or closed. */
export interface KnownMarket {
  id: string
  /** In base58. */
  address: string
  question: string
  market: HistoryMarket
  /** Whether the history says that it is no longer on the chain. */
  isClosed: boolean
}

/**
 * The market of an id in a path.
 *
 * @throws ApiError 404
 */
export function requireMarket(book: MarketBook, id: string | undefined): BookEntry {
  const entry = id === undefined ? undefined : book.get(id)
  if (!entry) throw noMarket(id)
  return entry
}

/**
 * The market of an id in a path, for somebody who wants to bet on it.
 *
 * @throws ApiError 404, or 409 for one that is no longer on the chain
 */
export function requireBettable(shelves: { book: MarketBook; archive: Archive }, id = ''): BookEntry {
  const closed = shelves.book.get(id) ? undefined : shelves.archive.get(id)
  if (closed) throw new ApiError(409, `The market is ${closed.status} and no longer takes bets`)
  return requireMarket(shelves.book, id)
}

/**
 * The market of an id in a path, also if it is no longer on the chain: then as the history has it.
 *
 * @throws ApiError 404
 */
export async function findMarket(
  { book, history }: { book: MarketBook; history: { db: Database } },
  id: string | undefined,
): Promise<KnownMarket> {
  const entry = id === undefined ? undefined : book.get(id)
  if (entry) {
    const { question, market } = entry
    return { id: entry.id, address: market.address.toBase58(), question, market, isClosed: false }
  }
  const row = await pastMarket(history.db, id)
  const { address, question } = row
  return {
    id: marketIdOf(address),
    address,
    question,
    market: toMarket(row),
    isClosed: row.closedAt !== null,
  }
}

/**
 * The market of an id in a path that the book does not have, as the history has it.
 *
 * @throws ApiError 404
 */
export async function pastMarket(db: Database, id: string | undefined): Promise<MarketRow> {
  const address = marketAddressOf(id ?? '')
  // The store is not asked about what can be no market.
  const row = isAddress(address) ? await marketRow(db, address) : undefined
  if (!row) throw noMarket(id)
  return row
}

function noMarket(id = ''): ApiError {
  return new ApiError(404, `There is no market ${id.slice(0, LONGEST_ID)}`)
}
