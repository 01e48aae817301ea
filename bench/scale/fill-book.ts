// Fills the gateway's book with open markets, for the scale bench.

import { PublicKey } from '@solana/web3.js'
import type { MarketBook } from '../../app/src/book/book.ts'
import { BookEntry } from '../../app/src/book/entry.ts'
import { market } from '../../tests/helpers/book.ts'
import { addressOf } from './fill-store.ts'

/** When the first open market was created, after all closed ones. */
const START = 1_700_000_000

/** How many creators the open markets have. */
const CREATORS = 1_000

/** Fills an empty book with open markets, as if the chain had them. */
export function fillBook(book: MarketBook, count: number): Promise<void> {
  const creators = Array.from(
    { length: CREATORS },
    (_, index) => new PublicKey(addressOf(`creator ${index}`)),
  )
  const entries = Array.from({ length: count }, (_, index) => {
    const createdAt = BigInt(START + index)
    const expireAt = createdAt + BigInt(3_600 * (1 + (index % 1_000)))
    const state = market({
      address: new PublicKey(addressOf(`open ${index}`)),
      creator: creators[index % CREATORS] as PublicKey,
      pools: {
        Yes: BigInt((index * 7_919) % 1_000_003) * 1_000n,
        No: BigInt((index * 104_729) % 1_000_003) * 1_000n,
      },
      createdAt,
      closeAt: expireAt,
      expireAt,
    })
    return new BookEntry(state, `Will the open market number ${index} be decided with Yes?`)
  })
  return book.fill(entries)
}
