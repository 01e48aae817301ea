import type { MarketBook } from './book/book.ts'
import type { BookEntry } from './book/entry.ts'
import { ApiError } from './errors.ts'

/** Longer ones are not repeated in messages. */
const LONGEST_ID = 60

/**
 * The market of an id in a path.
 *
 * @throws ApiError 404
 */
export function requireMarket(book: MarketBook, id: string | undefined): BookEntry {
  const entry = id === undefined ? undefined : book.get(id)
  if (!entry) throw new ApiError(404, `There is no market ${(id ?? '').slice(0, LONGEST_ID)}`)
  return entry
}
