import { toMarketId } from '@prediction-market/sdk'
import type { PublicKey } from '@solana/web3.js'
import { expect } from 'chai'
import { MarketBook } from '../../app/src/book/book.ts'
import { isOlder } from '../../app/src/book/entry.ts'
import { ADDRESSES, market } from '../helpers/book.ts'

const [ADDRESS] = ADDRESSES as [PublicKey]

describe('what the book takes', () => {
  const question = (book: MarketBook) => [...book.entries()].map((entry) => [entry.question, entry.slot])
  let book: MarketBook

  beforeEach(() => {
    book = new MarketBook()
  })

  it('is a new market, and returns its entry', () => {
    const data = Buffer.of(1)
    const entry = book.put(market(), 'Is it?', 7, data)
    expect(book.get(toMarketId(ADDRESS))).to.equal(entry)
    expect(entry).to.deep.include({ slot: 7, since: 7, question: 'Is it?' })
    expect(entry?.isOf(data)).to.equal(true)
  })

  it('is a newer state, or one of the same slot that is not older', () => {
    book.put(market({ pools: { Yes: 5n, No: 0n } }), 'first', 7)
    expect(book.put(market({ pools: { Yes: 4n, No: 0n } }), 'older', 7)).to.equal(null)
    expect(book.put(market({ pools: { Yes: 9n, No: 0n } }), 'from a slot before', 6)).to.equal(null)
    expect(question(book)).to.deep.equal([['first', 7]])
    book.put(market({ pools: { Yes: 5n, No: 0n } }), 'the same', 7)
    expect(question(book)).to.deep.equal([['the same', 7]])
    book.put(market({ pools: { Yes: 5n, No: 1n } }), 'later in the slot', 7)
    expect(question(book)).to.deep.equal([['later in the slot', 7]])
    book.put(market(), 'with fewer stakes, in the next slot', 8)
    expect(question(book)).to.deep.equal([['with fewer stakes, in the next slot', 8]])
  })

  it('ignores older states from a lagging node', () => {
    const pools = { Yes: 5n, No: 2n }
    const observation = { value: 0n, exponent: 0, observedAt: 2_000n, isMet: false, hasValue: true }
    const staked = market({ pools })
    const recorded = market({ pools, observation })
    const feesDue = { burn: 1n, developer: 1n }
    const decided = market({ pools, observation, status: 'resolved', outcome: 'No', feesDue })
    const burned = { ...decided, feesDue: { burn: 0n, developer: 1n } }
    const collected = { ...decided, feesDue: { burn: 0n, developer: 0n } }
    const paid = { ...collected, paid: 5n }
    const life = [market(), staked, recorded, decided, burned, collected, paid]
    life.forEach((state, index) => {
      life.forEach((other, at) => {
        expect(isOlder(state, other), `${index} before ${at}`).to.equal(index < at)
      })
    })
    const book = new MarketBook()
    book.put(decided, 'Is it?', 7)
    expect(book.put(staked, 'Is it?', 7)).to.equal(null)
    expect(book.put(paid, 'Is it?', 6)).to.equal(null)
    expect([...book.entries()].map((entry) => entry.market.status)).to.deep.equal(['resolved'])
  })

  it('attack 39: takes the state of a newer slot, also if it takes back a bet or a decision', () => {
    const book = new MarketBook()
    const observation = { value: 0n, exponent: 0, observedAt: 2_000n, isMet: false, hasValue: true }
    book.put(
      market({ pools: { Yes: 5n, No: 2n }, observation, status: 'resolved', outcome: 'No' }),
      'Is it?',
      7,
    )
    book.put(market({ pools: { Yes: 5n, No: 0n } }), 'Is it?', 8)
    const [entry] = book.entries()
    expect(entry).to.deep.include({ status: 'open', pools: { Yes: 5n, No: 0n }, slot: 8 })
  })
})

describe('a list of the book', () => {
  let book: MarketBook

  beforeEach(() => {
    book = new MarketBook()
    for (const [index, address] of ADDRESSES.slice(0, 6).entries()) {
      const status = index % 2 ? 'void' : 'open'
      book.put(market({ address, createdAt: BigInt(9 - index), status }), `${index}`, 1)
    }
  })

  const listed = (page: object) =>
    book.list({ sort: 'newest', limit: 9, offset: 0, ...page }).map(({ question }) => question)

  it('is a page of what matches', () => {
    expect(listed({})).to.deep.equal(['0', '1', '2', '3', '4', '5'])
    expect(listed({ limit: 2, offset: 1 })).to.deep.equal(['1', '2'])
    expect(listed({ limit: 2, offset: 5 })).to.deep.equal(['5'])
    expect(listed({ limit: 2, offset: 6 })).to.deep.equal([])
    expect(listed({ limit: 0, offset: 1 })).to.deep.equal([])
    expect(listed({ status: 'void', limit: 2 })).to.deep.equal(['1', '3'])
    expect(listed({ status: 'void', limit: 2, offset: 1, types: ['event', 'price'] })).to.deep.equal([
      '3',
      '5',
    ])
    expect(listed({ types: ['price', 'holders'] })).to.deep.equal([])
  })
})
