import { expect } from 'chai'
import { MarketBook } from '../../app/src/book/book.ts'
import { countMarkets } from '../../app/src/keeper/market-counts.ts'
import { ADDRESSES, market } from '../helpers/book.ts'

describe('the counts of markets', () => {
  it('are by state, with the oldest decision that is overdue, and decode nothing', async () => {
    const book = new MarketBook()
    const isDecided = { status: 'resolved', outcome: 'Yes', resolvedAt: 900n } as const
    const states = [
      { expireAt: 1_001n },
      { expireAt: 1_000n },
      { expireAt: 980n },
      // A recorded "not met" decides at the end of the proof window, one second later.
      { expireAt: 1_000n, condition: { type: 'event', timing: 'byExpiry' } as const },
      { ...isDecided, openPositions: 1 },
      { ...isDecided, feesDue: { burn: 0n, developer: 1n } },
      isDecided,
    ]
    for (const [index, state] of states.entries()) {
      const entry = book.put(market({ ...state, address: ADDRESSES[index] ?? expect.fail() }), 'Is it?', 1)
      Object.defineProperty(entry, 'market', { get: () => expect.fail('decoded') })
    }
    const { states: counts, oldestOverdue } = await countMarkets(book, 1_000n)
    expect(Object.fromEntries(counts)).to.deep.equal({ open: 2, overdue: 2, unpaid: 2, done: 1 })
    expect(oldestOverdue).to.equal(20)
    expect((await countMarkets(new MarketBook(), 1_000n)).oldestOverdue).to.equal(0)
  })
})
