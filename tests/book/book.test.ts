import type { Fetched, Market } from '@prediction-market/sdk'
import { Keypair, PublicKey } from '@solana/web3.js'
import { expect } from 'chai'
import fc from 'fast-check'
import { MarketBook, type MarketQuery } from '../../app/src/book/book.ts'
import { isOlder } from '../../app/src/book/entry.ts'
import { SORTS } from '../../app/src/book/sorted.ts'

const WALLETS = Array.from({ length: 3 }, () => Keypair.generate().publicKey)
const ADDRESSES = Array.from({ length: 12 }, () => Keypair.generate().publicKey)
const [MINT = PublicKey.default] = WALLETS

const market = (state: Partial<Fetched<Market>> = {}): Fetched<Market> => ({
  address: ADDRESSES[0] as PublicKey,
  creator: WALLETS[0] as PublicKey,
  token: null,
  mint: null,
  status: 'open',
  decimals: 9,
  escrow: MINT,
  nonce: 1n,
  createdAt: 1_000n,
  closeAt: 2_000n,
  expireAt: 2_000n,
  resolvedAt: null,
  pools: [0n, 0n],
  paid: 0n,
  fees: { burn: 0n, developer: 0n },
  feesCollected: false,
  openPositions: 0,
  terms: {
    ...{ burnBps: 500, developerBps: 500, maxConfidenceBps: 100 },
    ...{ attestorSet: 0, proofWindow: 1, voidDelay: 2 },
  },
  condition: { type: 'event', timing: 'atExpiry' },
  outcome: null,
  observation: null,
  ...state,
})

/** What JSON says. */
const read = (text: string | undefined) => JSON.parse(text ?? '')

const anyMarket = fc
  .record({
    address: fc.constantFrom(...ADDRESSES),
    creator: fc.constantFrom(...WALLETS),
    token: fc.constantFrom(null, ...WALLETS),
    isUtility: fc.boolean(),
    status: fc.constantFrom('open' as const, 'resolved' as const, 'void' as const),
    createdAt: fc.bigInt(1n, 4n),
    expireAt: fc.bigInt(5n, 8n),
    pools: fc.tuple(fc.bigInt(0n, 3n), fc.bigInt(0n, 3n)),
  })
  .map(({ isUtility, ...state }) => market({ ...state, mint: isUtility ? MINT : null }))

const anyQuery = fc.record<MarketQuery>({
  status: fc.constantFrom(undefined, 'open', 'resolved', 'void'),
  currency: fc.constantFrom(undefined, 'SOL', 'UTILITY'),
  tokenAddress: fc.constantFrom(undefined, ...WALLETS.map((wallet) => wallet.toBase58())),
  creator: fc.constantFrom(undefined, ...WALLETS.map((wallet) => wallet.toBase58())),
  sort: fc.constantFrom(...SORTS),
  limit: fc.integer({ min: 1, max: 5 }),
  offset: fc.integer({ min: 0, max: 5 }),
})

describe('gateway: the market book', () => {
  it('lists the same whether markets came one by one or all at once, and only what was asked for', () => {
    fc.assert(
      fc.property(fc.array(anyMarket), anyQuery, (markets, query) => {
        const grown = new MarketBook()
        for (const one of markets) grown.put(one, 'Is it?')
        const filled = new MarketBook()
        filled.fill([...grown.entries()].map(({ market, question }) => ({ market, question })))
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

  it('forgets what is removed, everywhere', () => {
    fc.assert(
      fc.property(fc.array(anyMarket, { minLength: 1 }), anyQuery, (markets, query) => {
        const book = new MarketBook()
        for (const one of markets) book.put(one, 'Is it?')
        for (const { id } of [...book.entries()]) book.remove(id)
        expect(book.size).to.equal(0)
        expect(book.list(query)).to.deep.equal([])
      }),
    )
  })

  it('sorts by newest, by what expires next and by volume across currencies', () => {
    const book = new MarketBook()
    const [first, second, third] = ADDRESSES as [PublicKey, PublicKey, PublicKey]
    book.put(market({ address: first, createdAt: 3n, expireAt: 9n, pools: [2_000_000_000n, 0n] }), 'one')
    const utility = { mint: MINT, decimals: 6 }
    book.put(
      market({ address: second, createdAt: 2n, expireAt: 7n, pools: [0n, 3_000_000n], ...utility }),
      'two',
    )
    book.put(
      market({ address: third, createdAt: 1n, expireAt: 5n, status: 'resolved', outcome: 'Yes' }),
      'three',
    )
    const questions = (sort: MarketQuery['sort']) =>
      book.list({ sort, limit: 9, offset: 0 }).map(({ question }) => question)
    expect(questions('newest')).to.deep.equal(['one', 'two', 'three'])
    expect(questions('expiring')).to.deep.equal(['two', 'one', 'three'])
    expect(questions('volume')).to.deep.equal(['two', 'one', 'three'])
  })

  it('is not set back by what a lagging node says', () => {
    const staked = market({ pools: [5n, 0n] })
    const decided = market({ pools: [5n, 0n], status: 'resolved', outcome: 'Yes' })
    const collected = { ...decided, feesCollected: true }
    const paid = { ...collected, paid: 5n }
    const life = [market(), staked, decided, collected, paid]
    life.forEach((state, index) => {
      life.forEach((other, at) => {
        expect(isOlder(state, other), `${index} before ${at}`).to.equal(index < at)
      })
    })
    const book = new MarketBook()
    book.put(decided, 'Is it?')
    expect(book.put(staked, 'Is it?')).to.equal(null)
    expect([...book.entries()].map((entry) => entry.market.status)).to.deep.equal(['resolved'])
  })

  it('takes bets until the second that the market closes', () => {
    const book = new MarketBook()
    const entry = book.put(market({ closeAt: 100n }), 'Is it?')
    expect(read(entry?.detail(99n, undefined)).acceptingBets).to.equal(true)
    expect(read(entry?.detail(100n, '{"currentCount":1,"target":2,"unit":"x"}'))).to.deep.include({
      acceptingBets: false,
      conditionProgress: { currentCount: 1, target: 2, unit: 'x' },
    })
  })

  it('writes stakes of every size to the last digit', () => {
    const book = new MarketBook()
    const entry = book.put(market({ pools: [2n ** 64n - 2n, 1n] }), 'Is it?')
    const text = entry?.detail(0n, undefined)
    expect(text).to.include('"totalStake":18446744073.709551614')
    expect(text).to.include('"totalVolume":18446744073.709551615')
    expect(text).to.include('"totalStake":0.000000001')
  })
})
