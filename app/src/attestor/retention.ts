// Removes answers from the journal that are no longer needed.

import { marketIdOf } from '@prediction-market/sdk/accounts'
import type { MarketBook } from '../book/book.ts'
import type { Signer } from './signer.ts'

/** Seconds for which an answer is kept at least: a fork may undo a decision, and a node's clock may lag. */
export const KEEP_SECONDS = 7 * 86_400

/**
 * Removes the answers that can no longer be asked for, and whose second cannot be signed again: those of markets that
 * are not open, from more than a week before the chain's time.
 *
 * @param now - the chain's time in unix seconds
 * @returns how many were removed
 */
export function forgetOld(signer: Signer, book: MarketBook, now: number): Promise<number> {
  return signer.forget(now - KEEP_SECONDS, (market) => book.get(marketIdOf(market))?.status !== 'open')
}
