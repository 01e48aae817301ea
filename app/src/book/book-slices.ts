// Goes through all markets of a book again and again, as many at a time as one call can read.

import { PublicKey } from '@solana/web3.js'
import { MAX_ACCOUNTS } from '../chain/gone-accounts.ts'
import type { MarketBook } from './book.ts'

/** Goes through all markets of a book again and again, as many at a time as one call can read. */
export function bookSlices(book: MarketBook): { next(): PublicKey[] } {
  let left: string[] = []
  return {
    next() {
      if (left.length === 0) left = [...book.entries()].map(({ address }) => address)
      return left.splice(-MAX_ACCOUNTS).map((address) => new PublicKey(address))
    },
  }
}
