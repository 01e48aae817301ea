// Finds a market in the book or in the history.

import { marketAddressOf, marketIdOf } from '@prediction-market/sdk/accounts'
import type { MarketBook } from '../../book/book.ts'
import { type HistoryMarket, toMarket } from '../../history/market-row.ts'
import { marketRow } from '../../history/queries/archive.ts'
import type { Database } from '../../store/database.ts'
import type { MarketRow } from '../../store/schema/history.ts'
import { refusal } from '../http/errors/api-error.ts'
import { isAddress } from '../http/fields/schemas.ts'

/** A longer id is cut in messages. */
const MAX_ID = 60

export interface KnownMarket {
  id: string
  /** In base58. */
  address: string
  question: string
  market: HistoryMarket
  isClosed: boolean
}

export interface MarketSources {
  book: MarketBook
  history: { db: Database }
}

/**
 * Finds a market in the book or, if it is not there, in the history.
 *
 * @throws ApiError 404
 */
export async function findMarket({ book, history }: MarketSources, id: string): Promise<KnownMarket> {
  const entry = book.get(id)
  if (entry) {
    const { question, market } = entry
    return { id: entry.id, address: market.address.toBase58(), question, market, isClosed: false }
  }
  const row = await requirePastMarket(history.db, id)
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
 * Finds a market in the history.
 *
 * @throws ApiError 404
 */
export async function requirePastMarket(db: Database, id: string): Promise<MarketRow> {
  const address = marketAddressOf(id)
  const row = isAddress(address) ? await marketRow(db, address) : undefined
  if (!row) throw refusal('MarketNotFound', `Market not found: ${id.slice(0, MAX_ID)}`)
  return row
}
