import { type Condition, toMarketId } from '@prediction-market/sdk'
import { Keypair, type PublicKey } from '@solana/web3.js'
import { expect } from 'chai'
import { sql, TransactionRollbackError } from 'drizzle-orm'
import fc from 'fast-check'
import { MarketBook } from '../../../app/src/book/book.ts'
import {
  type ClosedMarkets,
  type ListQuery,
  listMarkets,
  type Selection,
} from '../../../app/src/book/list-markets.ts'
import { type ListedMarket, searchTerms } from '../../../app/src/book/listed.ts'
import { SORTS, type Sort } from '../../../app/src/book/sort.ts'
import { closedMarkets, toListedMarket } from '../../../app/src/history/queries/archive.ts'
import { selectInOrder } from '../../../app/src/history/queries/closed-query.ts'
import type { Database } from '../../../app/src/store/database.ts'
import { type MarketRow, markets } from '../../../app/src/store/schema/history.ts'
import { MINT, market } from '../../helpers/book.ts'
import { closedRow, insertClosed } from '../../helpers/history/closed-markets.ts'
import { ownStore } from '../../helpers/history/recorded.ts'

const keys = (length: number) => Array.from({ length }, () => Keypair.generate().publicKey)
const ADDRESSES = keys(40)
const CREATORS = keys(2)
const TOKENS = keys(2)
const QUESTIONS = [
  'Will SOL be above $250?',
  'Will Bonk migrate?',
  'Steigt SOL über 300?',
  'Is 5% of a_b in \\ "quotes"?',
  'Ｗｉｌｌ ＢＯＮＫ fly?',
  'Οδυσσεύς: Σ or İstanbul?',
]
const SEARCHES = [
  'sol',
  'SOL above',
  'ÜBER',
  'bonk sol',
  '250',
  '5%',
  'a_b',
  '\\',
  '"',
  'ｂｏｎｋ',
  'i',
  'ΣΕΎΣ',
  'i̇st',
  '\0',
]

const FEEDS = ['a', 'b'].map((digit) => digit.repeat(64)) as [string, string]
const CONDITIONS: readonly Condition[] = [
  { type: 'event', timing: 'atExpiry' },
  ...FEEDS.flatMap((feed): Condition[] => [
    { type: 'price', feed, comparison: 'above', target: '250', timing: 'atExpiry' },
    { type: 'change', feed, referenceAt: 4n, comparison: 'above', bps: 0, timing: 'atExpiry' },
  ]),
]

const state = {
  condition: fc.constantFrom(...CONDITIONS),
  address: fc.constantFrom(...ADDRESSES),
  creator: fc.constantFrom(...CREATORS),
  token: fc.constantFrom(null, ...TOKENS),
  question: fc.constantFrom(...QUESTIONS),
  isUtility: fc.boolean(),
  // Also days apart, for which trends differ.
  createdAt: fc.constantFrom<number>(1, 2, 3, 4, 1_800_000_000, 1_800_043_200, 1_800_100_000, 1_807_000_000),
  expireAt: fc.integer({ min: 5, max: 8 }),
  resolvedAt: fc.integer({ min: 3, max: 9 }),
  // Milliards of lamports and thousands of a token with 6 decimals are of one size.
  stake: fc.constantFrom(0n, 1n, 999n, 1_000n, 1_000_000n, 2n ** 64n - 1n),
  status: fc.constantFrom('open' as const, 'resolved' as const, 'void' as const),
}
const anyMarket = fc.record(state)
/** Each market at most once, as in the book and in the store. */
const anyMarkets = fc.uniqueArray(anyMarket, {
  minLength: 15,
  maxLength: 40,
  selector: ({ address }) => address.toBase58(),
})

type State = typeof anyMarket extends fc.Arbitrary<infer T> ? T : never

const pools = ({ stake, isUtility }: State) => {
  const staked = isUtility ? stake : (stake * 1_000n) % 2n ** 64n
  return { Yes: staked, No: staked / 2n }
}

const onChain = (one: State) =>
  market({
    address: one.address,
    creator: one.creator,
    token: one.token,
    condition: one.condition,
    mint: one.isUtility ? MINT : null,
    decimals: one.isUtility ? 6 : 9,
    pools: pools(one),
    status: one.status,
    createdAt: BigInt(one.createdAt),
    closeAt: BigInt(one.expireAt),
    expireAt: BigInt(one.expireAt),
    resolvedAt: one.status === 'open' ? null : BigInt(one.resolvedAt),
  })

const closed = (one: State): MarketRow =>
  closedRow({
    address: one.address.toBase58(),
    creator: one.creator.toBase58(),
    token: one.token?.toBase58() ?? null,
    mint: one.isUtility ? MINT.toBase58() : null,
    decimals: one.isUtility ? 6 : 9,
    question: one.question,
    condition: one.condition,
    createdAt: one.createdAt,
    expireAt: one.expireAt,
    resolvedAt: one.status === 'open' ? null : one.resolvedAt,
    poolYes: pools(one).Yes,
    poolNo: pools(one).No,
    status: one.status,
    outcome: null,
  })

const anyQuery = fc.record({
  status: fc.constantFrom(undefined, 'open' as const, 'resolved' as const, 'void' as const),
  currency: fc.constantFrom(undefined, undefined, 'SOL' as const, 'UTILITY' as const),
  creator: fc.constantFrom(undefined, undefined, ...CREATORS.map((key) => key.toBase58())),
  tokenAddress: fc.constantFrom(undefined, undefined, ...TOKENS.map((key) => key.toBase58())),
  types: fc.constantFrom(undefined, undefined, ...CONDITIONS.map(({ type }) => [type]), [
    'event',
    'change',
  ] as Condition['type'][]),
  feed: fc.constantFrom(undefined, undefined, ...FEEDS),
  q: fc.constantFrom(undefined, undefined, ...SEARCHES),
  sort: fc.constantFrom(...SORTS),
  limit: fc.integer({ min: 1, max: 6 }),
  offset: fc.integer({ min: 0, max: 30 }),
})

type Query = typeof anyQuery extends fc.Arbitrary<infer T> ? T : never

/** The smaller pool, with nine decimals in either currency. */
const matchedOf = ({ pools: { Yes, No }, currency }: ListedMarket) =>
  (Yes < No ? Yes : No) * (currency === 'SOL' ? 1n : 1_000n)

/** The smaller pool, of a market that opened a day later twice as much; days before 2026 are one. */
function trendOf(market: ListedMarket): bigint {
  const [day, second] = [Math.floor(market.createdAt / 86_400), market.createdAt % 86_400]
  const doubled = 2n ** BigInt(Math.max(0, day - Date.UTC(2026, 0, 1) / 86_400_000))
  return matchedOf(market) * doubled * BigInt(86_400 + second)
}

/** What each order compares one after the other, the smallest first. */
const ORDERS: Record<Sort, (market: ListedMarket) => (bigint | number | string)[]> = {
  newest: ({ createdAt, id }) => [-createdAt, id],
  expiring: (one) => [rank(one), one.status === 'open' ? one.endsAt : -one.endsAt, one.id],
  volume: (one) => [-matchedOf(one), -one.createdAt, one.id],
  trending: (one) => [rank(one), one.status === 'open' ? -trendOf(one) : 0n, -one.createdAt, one.id],
}

const rank = ({ status }: ListedMarket) => (status === 'open' ? 0 : 1)

function inOrder(sort: Sort, a: ListedMarket, b: ListedMarket): number {
  const [first, second] = [ORDERS[sort](a), ORDERS[sort](b)]
  const at = first.findIndex((value, index) => value !== second[index])
  return at < 0 ? 0 : (first[at] ?? 0) < (second[at] ?? 0) ? -1 : 1
}

/** The ids of a list, worked out without the book's and the store's own filters and orders. */
function expectedIds(
  all: readonly ListedMarket[],
  { status, currency, creator, tokenAddress, types, feed, q, sort }: Query,
) {
  const words = (q ?? '').normalize('NFKC').toLowerCase().split(' ')
  return (
    all
      .filter((one) => status === undefined || one.status === status)
      .filter((one) => currency === undefined || one.currency === currency)
      .filter((one) => creator === undefined || one.creator === creator)
      .filter((one) => tokenAddress === undefined || one.token === tokenAddress)
      .filter((one) => feed === undefined || one.feed === feed)
      .filter((one) => types === undefined || types.includes(one.type))
      // Decided rounds are many; only who asks for them alone gets them. A closed market is decided.
      .filter((one) => one.type !== 'change' || isUndecided(one) || types?.length === 1)
      .filter(({ question }) =>
        words.every((word) => question.normalize('NFKC').toLowerCase().includes(word)),
      )
      .sort((a, b) => inOrder(sort, a, b))
      .map(({ id }) => id)
  )
}

const isUndecided = ({ status }: ListedMarket) => status === 'open'

describe('history: lists of markets on the chain and closed ones', () => {
  let db: Database
  let archive: ClosedMarkets

  before(async () => {
    db = (await ownStore()).db
    archive = { find: (selection, limit) => closedMarkets(db, selection, limit) }
  })

  async function fill(live: readonly State[], gone: readonly State[]): Promise<MarketBook> {
    const book = new MarketBook()
    for (const one of live) book.put(onChain(one), one.question, 1)
    await db.delete(markets)
    await insertClosed(db, gone.map(closed))
    return book
  }

  it('contain each market once, in order, by page, by offset and at once', async () => {
    const isOnChain = fc.constantFrom('chain', 'store', 'both')
    await fc.assert(
      fc.asyncProperty(
        anyMarkets,
        fc.array(isOnChain, { minLength: 40, maxLength: 40 }),
        fc.array(anyQuery, { minLength: 8, maxLength: 8 }),
        async (all, places, queries) => {
          // Given markets on the chain, in the store, and in both with another state.
          const live = all.filter((_, index) => places[index] !== 'store')
          const gone = all.filter((_, index) => places[index] !== 'chain')
          const changed = gone.map((one) => ({
            ...one,
            // The history may have the end of a market before its decision; a round is then reported as decided.
            status: one.status === 'open' && one.condition.type !== 'change' ? one.status : ('void' as const),
            createdAt: one.createdAt + 1,
          }))
          const book = await fill(live, changed)
          // A market in both counts as being on the chain.
          const everything: ListedMarket[] = [
            ...book.entries(),
            ...changed
              .map((one) => toListedMarket(closed(one)))
              .filter(({ id }) => book.get(id) === undefined),
          ]
          for (const asked of queries) {
            const { q, offset, ...rest } = asked
            const wanted = expectedIds(everything, asked)
            const query: ListQuery = {
              ...rest,
              offset: 0,
              terms: q === undefined ? undefined : searchTerms(q),
            }

            const atOnce = await listMarkets(book, archive, { ...query, limit: 100 })
            expect(atOnce.entries.map(({ id }) => id)).to.deep.equal(wanted)
            expect(atOnce.hasMore).to.equal(false)

            const paged: string[] = []
            for (let after: ListedMarket | undefined; ; ) {
              const { entries, hasMore } = await listMarkets(book, archive, { ...query, after })
              paged.push(...entries.map(({ id }) => id))
              after = entries.at(-1)
              expect(hasMore).to.equal(paged.length < wanted.length)
              if (!hasMore) break
            }
            expect(paged).to.deep.equal(wanted)

            const skipped = await listMarkets(book, archive, { ...query, offset })
            expect(skipped.entries.map(({ id }) => id)).to.deep.equal(
              wanted.slice(offset, offset + query.limit),
            )
          }
        },
      ),
      { numRuns: 12 },
    )
  })

  const at = (index: number, createdAt: number): State => ({
    address: ADDRESSES[index] as PublicKey,
    creator: CREATORS[0] as PublicKey,
    condition: CONDITIONS[0] as Condition,
    token: null,
    isUtility: false,
    createdAt,
    question: 'Is it?',
    expireAt: 9,
    resolvedAt: 9,
    stake: 0n,
    status: 'resolved',
  })

  it('find the very characters of a search, also those that stand for others in SQL', async () => {
    const questions = ['Is 5% of a_b 1\\2?', 'Is 50 of axb 1/2?', 'Is 5 of a%b 12?']
    const states = questions.map((question, index) => ({ ...at(index, index + 1), question }))
    for (const [live, gone] of [
      [states, []],
      [[], states],
    ] as const) {
      const book = await fill(live, gone)
      for (const [q, wanted] of [
        ['5%', [0]],
        ['a_b', [0]],
        ['a%b', [2]],
        ['1\\2', [0]],
        ['%', [2, 0]],
        ['_', [0]],
        ['\\', [0]],
        ['is', [2, 1, 0]],
      ] as const) {
        // Few of many are found by reading on, all of few by the index.
        for (const limit of [1, 10]) {
          const query: ListQuery = { sort: 'newest', limit, offset: 0, terms: searchTerms(q) }
          const { entries } = await listMarkets(book, archive, query)
          const ids = wanted.map((index) => toMarketId(ADDRESSES[index] as PublicKey))
          expect(
            entries.map(({ id }) => id),
            q,
          ).to.deep.equal(ids.slice(0, limit))
        }
      }
    }
  })

  it('continue after a cursor, whatever was added or removed before it', async () => {
    const first = await fill([at(0, 10), at(1, 8), at(2, 6), at(3, 4), at(4, 2)], [])
    const query: ListQuery = { sort: 'newest', limit: 2, offset: 0 }
    const page = await listMarkets(first, archive, query)
    const after = page.entries.at(-1)
    // Two markets are added, the last one of the page is removed, and a later one is closed.
    const second = await fill([at(5, 12), at(6, 11), at(0, 10), at(2, 6), at(4, 2)], [at(3, 4)])
    const next = await listMarkets(second, archive, { ...query, after })
    expect(next.entries.map(({ createdAt }) => createdAt)).to.deep.equal([6, 4])
    const last = await listMarkets(second, archive, { ...query, after: next.entries.at(-1) })
    expect(last.entries.map(({ createdAt }) => createdAt)).to.deep.equal([2])
  })

  it('read closed markets in the order of an index, without sorting more than a page', async () => {
    await fill(
      [],
      ADDRESSES.map((_, index) => at(index, index)),
    )
    const [creator, tokenAddress] = [CREATORS[0]?.toBase58(), TOKENS[0]?.toBase58()]
    const after = toListedMarket(closed(at(0, 3)))
    // Decided markets do not trend: they are in the order of the newest.
    for (const sort of SORTS.filter((sort) => sort !== 'trending')) {
      const indexes = {
        closed: {},
        creator: { creator },
        token: { tokenAddress },
        type: { types: ['price'] as const },
        feed: { feed: FEEDS[0] },
        hidden: { types: ['change'] as const },
        hidden_creator: { types: ['change'] as const, creator },
      }
      for (const [name, filter] of Object.entries(indexes)) {
        for (const page of [
          {},
          { after },
          { status: 'void' as const },
          { currency: 'SOL' as const, after },
        ]) {
          const others = Object.keys(indexes).filter((other) => other !== name)
          const plan = await planOf({ ...filter, ...page, sort }, others)
          expect(plan).to.include(`Index Scan using markets_${name}_${sort}`)
          expect(plan).to.not.include('Seq Scan')
          // The pages of each status and currency are merged, which may be by a sort.
          expect(plan.match(/Sort Key/g) ?? []).to.have.lengthOf.at.most(1)
        }
      }
    }
    const trending = { sort: 'trending', status: 'resolved' } as const
    for (const page of [trending, { ...trending, after }]) {
      expect(await planOf(page, [])).to.include('Index Scan using markets_closed_newest')
    }
  })

  /**
   * How the database would read closed markets if there were too many to read them all.
   *
   * @param without - names of indexes that could be used as well, which a few markets do not tell apart
   */
  async function planOf(selection: Selection, without: readonly string[]): Promise<string> {
    const query = selectInOrder(db, selection, 10) ?? expect.fail()
    let plan = ''
    const explained = db.transaction(async (tx) => {
      for (const way of ['seqscan', 'bitmapscan', 'sort']) {
        await tx.execute(sql.raw(`SET LOCAL enable_${way} = off`))
      }
      for (const name of without) await tx.execute(sql.raw(`DROP INDEX markets_${name}_${selection.sort}`))
      const { rows } = await tx.execute(sql`EXPLAIN ${query.getSQL()}`)
      plan = rows.map((row) => row['QUERY PLAN']).join('\n')
      tx.rollback()
    })
    await explained.catch((error) => expect(error).to.be.instanceOf(TransactionRollbackError))
    return plan
  }

  it('skip an offset that is larger than one read of the store', async () => {
    const book = await fill([at(0, 5_000), at(1, 1)], [])
    const rows = Array.from({ length: 2_100 }, (_, index) => ({
      ...closed(at(2, 10 + index)),
      address: `A${1_000 + index}`,
      number: index,
    }))
    await insertClosed(db, rows)
    const list = (offset: number) => listMarkets(book, archive, { sort: 'newest', limit: 2, offset })
    expect((await list(2_000)).entries.map(({ createdAt }) => createdAt)).to.deep.equal([110, 109])
    const end = await list(2_100)
    expect(end.entries.map(({ createdAt }) => createdAt)).to.deep.equal([10, 1])
    expect(end.hasMore).to.equal(false)
  })

  it('do not contain a market twice that leaves the book meanwhile', async () => {
    // Given three markets that the store has as closed at other places, so that the store is read twice.
    const back = [at(1, 2), at(2, 1), at(3, 1)]
    const gone = [at(1, 6), at(2, 5), at(3, 4)]
    const book = await fill([at(0, 3), ...back], [at(0, 3), ...gone])
    // When a fourth one is closed before the second read.
    const closing: ClosedMarkets = {
      find(selection, limit) {
        if (selection.after) book.remove(toMarketId(ADDRESSES[0] as PublicKey))
        return archive.find(selection, limit)
      },
    }
    const { entries } = await listMarkets(book, closing, { sort: 'newest', limit: 2, offset: 0 })
    // Then it is listed once.
    expect(book.size).to.equal(3)
    expect(entries.map(({ createdAt }) => createdAt)).to.deep.equal([3, 2])
  })
})
