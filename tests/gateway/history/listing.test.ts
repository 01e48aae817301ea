import { Keypair, type PublicKey } from '@solana/web3.js'
import { expect } from 'chai'
import fc from 'fast-check'
import { MarketBook } from '../../../app/src/book/book.ts'
import { type ListQuery, listMarkets } from '../../../app/src/book/list-markets.ts'
import type { ListedMarket } from '../../../app/src/book/listed.ts'
import { MarketCollection } from '../../../app/src/book/market-collection.ts'
import { searchTerms } from '../../../app/src/book/search.ts'
import { COMPARE, SORTS } from '../../../app/src/book/sort.ts'
import { toListedMarket } from '../../../app/src/history/queries/archive.ts'
import { market } from '../../helpers/book.ts'

const ADDRESSES = Array.from({ length: 24 }, () => Keypair.generate().publicKey)
const CREATORS = Array.from({ length: 2 }, () => Keypair.generate().publicKey)
const QUESTIONS = ['Will SOL be above $250?', 'Will Bonk migrate?', 'Steigt SOL über 300?']

const state = {
  address: fc.constantFrom(...ADDRESSES),
  creator: fc.constantFrom(...CREATORS),
  question: fc.constantFrom(...QUESTIONS),
  createdAt: fc.integer({ min: 1, max: 4 }),
  expireAt: fc.integer({ min: 5, max: 8 }),
  pools: fc.tuple(fc.bigInt(0n, 3n), fc.bigInt(0n, 3n)),
}
const live = fc.record({ ...state, status: fc.constantFrom('open' as const, 'resolved' as const) })
const past = fc.record({ ...state, status: fc.constantFrom('resolved' as const, 'void' as const) })

type State =
  | (typeof live extends fc.Arbitrary<infer T> ? T : never)
  | (typeof past extends fc.Arbitrary<infer T> ? T : never)

const onChain = ({ address, creator, createdAt, expireAt, pools, status }: State) =>
  market({
    address,
    creator,
    pools,
    status,
    createdAt: BigInt(createdAt),
    closeAt: BigInt(expireAt),
    expireAt: BigInt(expireAt),
  })

const closed = ({ address, creator, question, createdAt, expireAt, pools, status }: State) =>
  toListedMarket({
    address: address.toBase58(),
    creator: creator.toBase58(),
    question,
    token: null,
    currency: 'SOL',
    decimals: 9,
    status,
    createdAt,
    expireAt,
    poolYes: pools[0],
    poolNo: pools[1],
    outcome: null,
  })

function collections(live: readonly State[], gone: readonly State[]) {
  const book = new MarketBook()
  for (const one of live) book.put(onChain(one), one.question, 1)
  const archive = new MarketCollection<ListedMarket>()
  for (const one of gone) archive.set(closed(one))
  return { book, archive }
}

const anyQuery = fc.record({
  status: fc.constantFrom(undefined, 'open' as const, 'resolved' as const, 'void' as const),
  creator: fc.constantFrom(undefined, ...CREATORS.map((key: PublicKey) => key.toBase58())),
  q: fc.constantFrom(undefined, 'sol', 'SOL above', 'ÜBER', 'bonk sol', '250'),
  sort: fc.constantFrom(...SORTS),
  limit: fc.integer({ min: 1, max: 6 }),
})

describe('history: lists of markets on the chain and closed ones', () => {
  it('contain each market once, in order, by page, by offset and at once', () => {
    fc.assert(
      fc.property(
        fc.array(live, { maxLength: 20 }),
        fc.array(past, { maxLength: 20 }),
        anyQuery,
        (here, gone, { q, ...rest }) => {
          const { book, archive } = collections(here, gone)
          const query: ListQuery = { ...rest, offset: 0, terms: q === undefined ? undefined : searchTerms(q) }
          // A market in both collections counts as being on the chain.
          const everything: ListedMarket[] = [
            ...book.entries(),
            ...[...archive.entries()].filter(({ id }) => !book.get(id)),
          ]
          const wanted = everything
            .filter(({ status }) => !query.status || status === query.status)
            .filter(({ creator }) => !query.creator || creator === query.creator)
            .filter(({ question }) =>
              (q ?? '')
                .toLowerCase()
                .split(' ')
                .every((word) => question.toLowerCase().includes(word)),
            )
            .sort(COMPARE[query.sort])
            .map(({ id }) => id)

          const atOnce = listMarkets(book, archive, { ...query, limit: 100 })
          expect(atOnce.entries.map(({ id }) => id)).to.deep.equal(wanted)
          expect(atOnce.hasMore).to.equal(false)

          const paged: string[] = []
          for (let after: ListedMarket | undefined; ; ) {
            const { entries, hasMore } = listMarkets(book, archive, { ...query, after })
            paged.push(...entries.map(({ id }) => id))
            after = entries.at(-1)
            expect(hasMore).to.equal(paged.length < wanted.length)
            if (!hasMore) break
          }
          expect(paged).to.deep.equal(wanted)

          const offset = listMarkets(book, archive, { ...query, offset: 2 })
          expect(offset.entries.map(({ id }) => id)).to.deep.equal(wanted.slice(2, 2 + query.limit))
        },
      ),
      { numRuns: 300 },
    )
  })

  it('continue after a cursor, whatever was added or removed before it', () => {
    const at = (index: number, createdAt: number): State => ({
      address: ADDRESSES[index] as PublicKey,
      creator: CREATORS[0] as PublicKey,
      createdAt,
      question: 'Is it?',
      expireAt: 9,
      pools: [0n, 0n],
      status: 'resolved',
    })
    const before = [at(0, 10), at(1, 8), at(2, 6), at(3, 4), at(4, 2)]
    const first = collections(before, [])
    const query: ListQuery = { sort: 'newest', limit: 2, offset: 0 }
    const page = listMarkets(first.book, first.archive, query)
    const after = page.entries.at(-1)
    // Two markets are added, the last one of the page is removed, and a later one is closed.
    const second = collections([at(5, 12), at(6, 11), at(0, 10), at(2, 6), at(4, 2)], [at(3, 4)])
    const next = listMarkets(second.book, second.archive, { ...query, after })
    expect(next.entries.map(({ createdAt }) => createdAt)).to.deep.equal([6, 4])
    const last = listMarkets(second.book, second.archive, { ...query, after: next.entries.at(-1) })
    expect(last.entries.map(({ createdAt }) => createdAt)).to.deep.equal([2])
  })
})
