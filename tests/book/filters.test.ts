import { expect } from 'chai'
import fc from 'fast-check'
import type { ListedMarket } from '../../app/src/book/listed.ts'
import { MarketCollection, type MarketFilter, matchesFilter } from '../../app/src/book/market-collection.ts'
import { SORTS } from '../../app/src/book/sort.ts'
import { expectedOrder, isShown, listed } from '../helpers/listed.ts'

const anyFields = {
  status: fc.constantFrom('open' as const, 'resolved' as const, 'void' as const),
  currency: fc.constantFrom('SOL' as const, 'UTILITY' as const),
  creator: fc.constantFrom('x', 'y'),
}
const feeds = fc.constantFrom('feed 1', 'feed 2')
const tokens = fc.constantFrom('x', 'y')

const anyListed = fc
  .record({
    id: fc.constantFrom(...'abcdefghij'),
    type: fc.constantFrom('event' as const, 'change' as const, 'price' as const),
    feed: fc.option(feeds),
    token: fc.option(tokens),
    ...anyFields,
  })
  .map(listed)

const maybe = <Value>(values: fc.Arbitrary<Value>) => fc.option(values, { nil: undefined, freq: 1 })

const anyFilter = fc.record<MarketFilter>({
  status: maybe(anyFields.status),
  currency: maybe(anyFields.currency),
  creator: maybe(anyFields.creator),
  feed: maybe(feeds),
  tokenAddress: maybe(tokens),
  types: maybe(fc.uniqueArray(fc.constantFrom('event', 'change', 'price'), { maxLength: 3 })),
})

describe('filters of lists', () => {
  it('leave exactly the markets that have what is asked for', () => {
    fc.assert(
      fc.property(anyListed, anyFilter, (market, filter) => {
        expect(matchesFilter(market, filter)).to.equal(isShown(market, filter))
      }),
      { numRuns: 1_000 },
    )
  })

  const market = listed({
    id: 'a',
    type: 'price',
    feed: 'feed 1',
    token: 'mint',
    creator: 'wallet',
    currency: 'UTILITY',
    status: 'resolved',
  })

  for (const [name, same, other] of [
    ['status', { status: 'resolved' }, { status: 'open' }],
    ['currency', { currency: 'UTILITY' }, { currency: 'SOL' }],
    ['token', { tokenAddress: 'mint' }, { tokenAddress: 'wallet' }],
    ['creator', { creator: 'wallet' }, { creator: 'mint' }],
    ['feed', { feed: 'feed 1' }, { feed: 'feed 2' }],
    ['type', { types: ['price'] }, { types: ['event'] }],
    ['types', { types: ['event', 'price'] }, { types: ['event', 'change'] }],
  ] as const) {
    it(`compare the ${name}`, () => {
      expect(matchesFilter(market, same)).to.equal(true)
      expect(matchesFilter(market, other)).to.equal(false)
    })
  }

  it('show nothing for no types at all, and everything without filters', () => {
    expect(matchesFilter(market, { types: [] })).to.equal(false)
    expect(matchesFilter(market, {})).to.equal(true)
  })

  it('hide decided markets of a type that has many, unless it is asked for alone', () => {
    const open = listed({ id: 'a', type: 'change' })
    const decided = listed({ id: 'a', type: 'change', status: 'resolved' })
    const shown = (filter: MarketFilter) => [open, decided].map((one) => matchesFilter(one, filter))
    expect(shown({})).to.deep.equal([true, false])
    expect(shown({ status: 'resolved' })).to.deep.equal([false, false])
    expect(shown({ types: ['change', 'price'] })).to.deep.equal([true, false])
    expect(shown({ types: ['change'] })).to.deep.equal([true, true])
    expect(matchesFilter(listed({ id: 'a', status: 'void' }), {}), 'other types').to.equal(true)
  })
})

describe('the markets to look for a filter in', () => {
  let collection: MarketCollection<ListedMarket>
  const add = (id: string, state: Partial<ListedMarket> = {}) => collection.set(listed({ id, ...state }))

  beforeEach(() => {
    collection = new MarketCollection()
    // Two UTILITY markets, three about the token, four of the creator, five decided, six of type price, seven of the feed.
    add('1', { currency: 'UTILITY', token: 'mint', creator: 'me', status: 'void', type: 'price', feed: 'f' })
    add('2', { currency: 'UTILITY', token: 'mint', creator: 'me', status: 'void', type: 'price', feed: 'f' })
    add('3', { token: 'mint', creator: 'me', status: 'void', type: 'price', feed: 'f' })
    add('4', { creator: 'me', status: 'void', type: 'price', feed: 'f' })
    add('5', { status: 'void', type: 'price', feed: 'f' })
    add('6', { type: 'price', feed: 'f' })
    add('7', { feed: 'f' })
    for (const id of ['8', '9']) add(id, { token: 'another mint', feed: 'g' })
  })

  const found = (filter: MarketFilter) => collection.find(filter, 'newest').map(({ id }) => Number(id))
  const upTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1)

  it('are all without a filter, and with more than one type', () => {
    expect(found({})).to.deep.equal(upTo(9))
    expect(found({ types: ['price', 'event'] })).to.deep.equal(upTo(9))
    expect(found({ types: [] })).to.deep.equal(upTo(9))
  })

  it('are those that have one thing in common', () => {
    expect(found({ feed: 'f' })).to.deep.equal(upTo(7))
    expect(found({ types: ['price'] })).to.deep.equal(upTo(6))
    expect(found({ status: 'void' })).to.deep.equal(upTo(5))
    expect(found({ creator: 'me' })).to.deep.equal(upTo(4))
    expect(found({ tokenAddress: 'mint' })).to.deep.equal(upTo(3))
    expect(found({ currency: 'UTILITY' })).to.deep.equal(upTo(2))
    expect(found({ status: 'open' })).to.deep.equal([6, 7, 8, 9])
  })

  it('are the fewest of those of several filters', () => {
    const fewer = { feed: 'f', types: ['price'], status: 'void', creator: 'me' } as const
    expect(found(fewer)).to.deep.equal(upTo(4))
    expect(found({ ...fewer, tokenAddress: 'mint' })).to.deep.equal(upTo(3))
    expect(found({ ...fewer, tokenAddress: 'mint', currency: 'UTILITY' })).to.deep.equal(upTo(2))
    expect(found({ feed: 'f', status: 'open' })).to.deep.equal([6, 7, 8, 9])
  })

  it('are none if nothing has one of them', () => {
    expect(found({ status: 'resolved' })).to.deep.equal([])
    expect(found({ feed: 'f', creator: 'mint' })).to.deep.equal([])
    expect(new MarketCollection().find({}, 'newest')).to.deep.equal([])
  })

  it('contain every market of the filter, in order', () => {
    fc.assert(
      fc.property(fc.array(anyListed), anyFilter, fc.constantFrom(...SORTS), (markets, filter, sort) => {
        const some = new MarketCollection<ListedMarket>()
        for (const one of markets) some.set(one)
        const wanted = [...some.entries()].filter((one) => isShown(one, filter)).sort(expectedOrder(sort))
        expect(some.find(filter, sort).filter((one) => isShown(one, filter))).to.deep.equal(wanted)
      }),
    )
  })
})
