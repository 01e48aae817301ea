import { toMarketId } from '@prediction-market/sdk'
import type { PublicKey } from '@solana/web3.js'
import { expect } from 'chai'
import fc from 'fast-check'
import { MarketBook } from '../../app/src/book/book.ts'
import { BookEntry } from '../../app/src/book/entry.ts'
import type { ListQuery } from '../../app/src/book/list-markets.ts'
import { SORTS } from '../../app/src/book/sort.ts'
import { ADDRESSES, MINT, market, WALLETS } from '../helpers/book.ts'

const anyMarket = fc
  .record({
    address: fc.constantFrom(...ADDRESSES),
    creator: fc.constantFrom(...WALLETS),
    token: fc.constantFrom(null, ...WALLETS),
    isUtility: fc.boolean(),
    status: fc.constantFrom('open' as const, 'resolved' as const, 'void' as const),
    createdAt: fc.bigInt(1n, 4n),
    expireAt: fc.bigInt(5n, 8n),
    pools: fc.record({ Yes: fc.bigInt(0n, 3n), No: fc.bigInt(0n, 3n) }),
  })
  .map(({ isUtility, ...state }) => market({ ...state, mint: isUtility ? MINT : null }))

const anyQuery = fc.record<ListQuery>({
  status: fc.constantFrom(undefined, 'open', 'resolved', 'void'),
  currency: fc.constantFrom(undefined, 'SOL', 'UTILITY'),
  tokenAddress: fc.constantFrom(undefined, ...WALLETS.map((wallet) => wallet.toBase58())),
  creator: fc.constantFrom(undefined, ...WALLETS.map((wallet) => wallet.toBase58())),
  sort: fc.constantFrom(...SORTS),
  limit: fc.integer({ min: 1, max: 5 }),
  offset: fc.integer({ min: 0, max: 5 }),
})

const decided = { status: 'resolved', outcome: 'Yes', pools: { Yes: 9n ** 20n, No: 9n ** 20n } } as const

describe('the market book', () => {
  it('lists the same markets whether it was filled or grew one by one, and applies filters', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyMarket), anyQuery, async (markets, query) => {
        const grown = new MarketBook()
        for (const [slot, one] of markets.entries()) grown.put(one, 'Is it?', slot)
        const filled = new MarketBook()
        const entries = [...grown.entries()].map(({ market, question }) => new BookEntry(market, question))
        await filled.fill(entries)
        const listed = grown.list(query)
        expect(filled.list(query).map(({ id }) => id)).to.deep.equal(listed.map(({ id }) => id))

        const all = grown.list({ sort: query.sort, limit: 100, offset: 0 })
        expect(all.length).to.equal(grown.size)
        const wanted = all.filter(
          (entry) =>
            (!query.status || entry.market.status === query.status) &&
            (!query.currency || entry.currency === query.currency) &&
            (!query.tokenAddress || entry.token === query.tokenAddress) &&
            (!query.creator || entry.creator === query.creator),
        )
        expect(listed).to.deep.equal(wanted.slice(query.offset, query.offset + query.limit))
      }),
    )
  })

  it('removes a market from every list', () => {
    fc.assert(
      fc.property(fc.array(anyMarket, { minLength: 1 }), anyQuery, (markets, query) => {
        const book = new MarketBook()
        for (const one of markets) book.put(one, 'Is it?', 1)
        for (const { id } of [...book.entries()]) book.remove(id)
        expect(book.size).to.equal(0)
        expect(book.list(query)).to.deep.equal([])
      }),
    )
  })

  it('attack 80: sorts by the smaller pool, so that nobody can buy a place by betting against nobody', () => {
    const book = new MarketBook()
    const [first, second] = ADDRESSES as [PublicKey, PublicKey]
    book.put(market({ address: first, createdAt: 3n, pools: { Yes: 10n ** 18n, No: 1n } }), 'bought', 1)
    book.put(market({ address: second, createdAt: 2n, pools: { Yes: 10n ** 9n, No: 10n ** 9n } }), 'real', 1)
    for (const sort of ['volume', 'trending'] as const) {
      const listed = book.list({ sort, limit: 9, offset: 0 })
      expect(listed.map(({ question }) => question)).to.deep.equal(['real', 'bought'])
    }
  })

  it('sorts open markets by what is trending: a smaller pool counts half as much for every day', () => {
    const book = new MarketBook()
    const today = 1_800_057_600n
    const add = (index: number, question: string, days: number, lamports: bigint) =>
      book.put(
        market({
          address: ADDRESSES[index] as PublicKey,
          createdAt: today - BigInt(days * 86_400),
          pools: { Yes: lamports, No: lamports },
        }),
        question,
        1,
      )
    add(0, 'today', 0, 1_000n)
    add(1, 'yesterday, a little more than twice as much', 1, 2_001n)
    add(2, 'yesterday, as much', 1, 1_000n)
    add(3, 'half a day ago, as much', 0.5, 1_000n)
    add(4, 'ten days ago, 1,023 times as much', 10, 1_023_000n)
    add(5, 'nothing staked', 0, 0n)
    book.put(market({ address: ADDRESSES[6] as PublicKey, createdAt: 1n, ...decided }), 'decided long ago', 1)
    book.put(market({ address: ADDRESSES[7] as PublicKey, createdAt: today, ...decided }), 'decided', 1)
    const listed = book.list({ sort: 'trending', limit: 9, offset: 0 })
    expect(listed.map(({ question }) => question)).to.deep.equal([
      'yesterday, a little more than twice as much',
      'today',
      'ten days ago, 1,023 times as much',
      'half a day ago, as much',
      'yesterday, as much',
      'nothing staked',
      'decided',
      'decided long ago',
    ])
  })

  it('sorts by creation, by expiry and by volume across currencies', () => {
    const book = new MarketBook()
    const [first, second, third, fourth] = ADDRESSES as [PublicKey, PublicKey, PublicKey, PublicKey]
    book.put(
      market({
        address: first,
        createdAt: 3n,
        expireAt: 9n,
        pools: { Yes: 2_000_000_000n, No: 900_000_000n },
      }),
      'one',
      1,
    )
    const utility = { mint: MINT, decimals: 6 }
    book.put(
      market({
        address: second,
        createdAt: 2n,
        expireAt: 7n,
        pools: { Yes: 1_000_000n, No: 3_000_000n },
        ...utility,
      }),
      'two',
      1,
    )
    book.put(
      market({
        address: third,
        createdAt: 1n,
        expireAt: 5n,
        ...decided,
        resolvedAt: 4n,
        pools: { Yes: 0n, No: 0n },
      }),
      'three',
      1,
    )
    // Opened and expiring before the other decided one, and decided after it.
    book.put(
      market({
        address: fourth,
        createdAt: 0n,
        expireAt: 4n,
        ...decided,
        resolvedAt: 5n,
        pools: { Yes: 0n, No: 0n },
      }),
      'four',
      1,
    )
    const questions = (sort: ListQuery['sort']) =>
      book.list({ sort, limit: 9, offset: 0 }).map(({ question }) => question)
    expect(questions('newest')).to.deep.equal(['one', 'two', 'three', 'four'])
    expect(questions('expiring')).to.deep.equal(['two', 'one', 'four', 'three'])
    expect(questions('volume')).to.deep.equal(['two', 'one', 'three', 'four'])
  })

  it('lists markets of one second by their ids, as the store does', () => {
    const book = new MarketBook()
    for (const address of ADDRESSES) book.put(market({ address, createdAt: 3n, expireAt: 9n }), '', 1)
    const ids = ADDRESSES.map(toMarketId).sort()
    for (const sort of SORTS) {
      const listed = book.list({ sort, limit: 12, offset: 0 })
      expect(listed.map(({ id }) => id)).to.deep.equal(ids)
    }
  })
})
