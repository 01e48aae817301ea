import { randomBytes } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { PublicKey } from '@solana/web3.js'
import { expect } from 'chai'
import { MarketBook } from '../../app/src/book/book.ts'
import { MINT, market } from '../helpers/book.ts'
import { garbageCollector } from '../helpers/garbage.ts'

/** So many that whatever else the process allocates meanwhile does not matter. */
const COUNT = 10_000

describe('the memory of the market book', () => {
  it('is no more than 1 KB a market, besides the data of its account', async () => {
    const collectGarbage = garbageCollector()
    const addresses = Array.from({ length: COUNT }, () => new PublicKey(randomBytes(32)))
    const book = new MarketBook()
    const data = Buffer.alloc(8)
    collectGarbage()
    const before = process.memoryUsage().heapUsed
    for (const address of addresses) {
      book.put(market({ address, token: MINT, pools: { Yes: 1n, No: 2n } }), 'Is it?', 1, data)
    }
    // Until the turn ends, everything is kept that a weak reference was made to.
    await nextTurn()
    collectGarbage()
    const taken = process.memoryUsage().heapUsed - before
    expect(book.size).to.equal(COUNT)
    // Addresses that are kept as they were put together would take 2 KB more.
    expect(taken / COUNT).to.be.lessThan(1_024)
  })
})
