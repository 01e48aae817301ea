import { expect } from 'chai'
import type { ListedMarket } from '../../app/src/book/listed.ts'
import { MarketCollection } from '../../app/src/book/market-collection.ts'
import { SORTS } from '../../app/src/book/sort.ts'
import { expectedOrder, listed } from '../helpers/listed.ts'

describe('markets in memory', () => {
  let markets: MarketCollection<ListedMarket>

  beforeEach(() => {
    markets = new MarketCollection()
  })

  const idsOf = (list: Iterable<ListedMarket>) => Array.from(list, ({ id }) => id)

  it('are found by id, counted and listed', () => {
    expect([markets.size, markets.get('a'), idsOf(markets.entries())]).to.deep.equal([0, undefined, []])
    const [a, b] = [listed({ id: 'a' }), listed({ id: 'b' })]
    for (const one of [b, a]) markets.set(one)
    expect(markets.size).to.equal(2)
    expect([markets.get('a'), markets.get('b'), markets.get('c')]).to.deep.equal([a, b, undefined])
    expect(idsOf(markets.entries())).to.have.members(['a', 'b'])
    markets.remove('a')
    expect([markets.size, markets.get('a')]).to.deep.equal([1, undefined])
    expect(idsOf(markets.find({}, 'newest'))).to.deep.equal(['b'])
  })

  it('are counted by status as they change', () => {
    const counts = () => (['open', 'resolved', 'void'] as const).map((status) => markets.count(status))
    expect(counts()).to.deep.equal([0, 0, 0])
    for (const id of ['a', 'b', 'c']) markets.set(listed({ id }))
    expect(counts()).to.deep.equal([3, 0, 0])
    markets.set(listed({ id: 'a', status: 'resolved' }))
    markets.set(listed({ id: 'b', status: 'void' }))
    expect(counts()).to.deep.equal([1, 1, 1])
    markets.set(listed({ id: 'a', status: 'void' }))
    expect(counts()).to.deep.equal([1, 0, 2])
    for (const id of ['a', 'b', 'c']) markets.remove(id)
    expect(counts()).to.deep.equal([0, 0, 0])
  })

  it('have a version that grows by one with each change, and with nothing else', () => {
    const versions = [markets.version]
    const record = (change: () => unknown) => {
      change()
      versions.push(markets.version)
    }
    record(() => markets.set(listed({ id: 'a' })))
    record(() => markets.set(listed({ id: 'a' })))
    record(() => markets.find({ status: 'open' }, 'newest'))
    record(() => markets.remove('b'))
    record(() => markets.remove('a'))
    record(() => markets.remove('a'))
    expect(versions).to.deep.equal([0, 1, 2, 2, 2, 3, 3])
  })

  it('are replaced by their new states in the groups that they stay in, and leave the others', () => {
    const before = { token: 'mint', feed: 'f', creator: 'me', type: 'price' } as const
    for (const [index, id] of ['a', 'b', 'c'].entries()) {
      markets.set(listed({ id, ...before, createdAt: 9 - index }))
    }
    const moved = listed({ id: 'a', creator: 'me', createdAt: 1 })
    markets.set(moved)
    expect(idsOf(markets.find({ tokenAddress: 'mint' }, 'newest'))).to.deep.equal(['b', 'c'])
    expect(idsOf(markets.find({ feed: 'f' }, 'newest'))).to.deep.equal(['b', 'c'])
    expect(idsOf(markets.find({ types: ['price'] }, 'newest'))).to.deep.equal(['b', 'c'])
    expect(idsOf(markets.find({ types: ['event'] }, 'newest'))).to.deep.equal(['a'])
    expect(idsOf(markets.find({ creator: 'me' }, 'newest')), 'in another place').to.deep.equal([
      'b',
      'c',
      'a',
    ])
    const same = listed({ id: 'b', ...before, createdAt: 8, question: 'new?' })
    markets.set(same)
    const listedNow = markets.find({ creator: 'me' }, 'newest')
    expect(idsOf(listedNow), 'in the same place').to.deep.equal(['b', 'c', 'a'])
    expect([listedNow[0], listedNow[2]]).to.deep.equal([same, moved])
  })

  it('are found without a filter after all of them were removed', () => {
    for (const id of ['a', 'b']) markets.set(listed({ id }))
    for (const id of ['a', 'b']) markets.remove(id)
    expect(markets.find({}, 'newest')).to.deep.equal([])
    markets.set(listed({ id: 'c' }))
    expect(idsOf(markets.find({}, 'newest'))).to.deep.equal(['c'])
    expect(idsOf(markets.find({ status: 'open' }, 'newest'))).to.deep.equal(['c'])
  })

  it('report every change with the state before until a listener is removed', () => {
    const changes: unknown[][] = []
    const others: unknown[][] = []
    const stop = markets.onChange((...change) => changes.push(change))
    markets.onChange((...change) => others.push(change))
    const [first, second] = [listed({ id: 'a' }), listed({ id: 'a', status: 'void' })]
    markets.set(first)
    markets.set(second)
    markets.remove('b')
    markets.remove('a')
    const wanted = [
      [first, undefined],
      [second, first],
      [undefined, second],
    ]
    expect(changes).to.deep.equal(wanted)
    stop()
    markets.set(first)
    expect(changes).to.have.length(3)
    expect(others).to.deep.equal([...wanted, [first, undefined]])
  })

  it('are changed before a change is reported', () => {
    const seen: (number | undefined)[][] = []
    markets.onChange(() => seen.push([markets.version, markets.size, markets.find({}, 'newest').length]))
    markets.set(listed({ id: 'a' }))
    markets.remove('a')
    expect(seen).to.deep.equal([
      [1, 1, 1],
      [2, 0, 0],
    ])
  })

  it('can be filled at once: sorted, grouped and reported', async () => {
    const entries = ['c', 'a', 'd', 'b'].map((id, index) =>
      listed({ id, createdAt: index % 2, matched: BigInt(index), status: id === 'd' ? 'void' : 'open' }),
    )
    const reported: unknown[][] = []
    markets.onChange((...change) => reported.push(change))
    await markets.fill(entries)
    for (const sort of SORTS) {
      const sorted = [...entries].sort(expectedOrder(sort))
      expect(markets.find({}, sort)).to.deep.equal(sorted)
      expect(markets.find({ status: 'open' }, sort)).to.deep.equal(sorted.filter(({ id }) => id !== 'd'))
    }
    expect([markets.size, markets.version]).to.deep.equal([4, 1])
    expect(entries.map(({ id }) => markets.get(id))).to.deep.equal(entries)
    expect(reported).to.deep.equal(entries.map((entry) => [entry, undefined]))
    markets.remove('c')
    expect(idsOf(markets.find({ status: 'open' }, 'volume'))).to.deep.equal(['b', 'a'])
  })
})
