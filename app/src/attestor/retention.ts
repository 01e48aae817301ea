import { marketIdOf } from '@prediction-market/sdk'
import type { MarketBook } from '../book/book.ts'
import type { Entry } from './journal.ts'

/** Seconds for which an observation is kept at least: a decision can be undone, and a clock be read behind. */
export const KEEP_SECONDS = 7 * 86_400

/**
 * Whether a signed observation can still be asked for, or its second be signed again: its market is open, or it is
 * from the last week before the chain's time.
 *
 * @param now - the chain's time in unix seconds
 */
export function isNeeded({ market, second }: Entry, book: MarketBook, now: number): boolean {
  return second > now - KEEP_SECONDS || book.get(marketIdOf(market))?.status === 'open'
}
