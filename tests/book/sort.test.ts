import { expect } from 'chai'
import fc from 'fast-check'
import type { ListedMarket } from '../../app/src/book/listed.ts'
import { COMPARE, indexAfter, SORTS, SortedMarkets, type SortKey, trendOf } from '../../app/src/book/sort.ts'
import { expectedOrder, listed, NEW_YEAR } from '../helpers/listed.ts'

const DAY = 86_400

/** Few different values, so that many markets are equal in some of them. */
const anyKey = fc.record({
  id: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'),
  status: fc.constantFrom('open' as const, 'resolved' as const, 'void' as const),
  createdAt: fc.constantFrom(
    1,
    NEW_YEAR - 1,
    NEW_YEAR,
    NEW_YEAR + DAY - 1,
    NEW_YEAR + DAY,
    NEW_YEAR + 5 * DAY,
  ),
  endsAt: fc.integer({ min: 7, max: 9 }),
  matched: fc.bigInt(0n, 3n),
})

const anyKeys = fc.uniqueArray(anyKey, { selector: ({ id }) => id, maxLength: 8 })
const idsOf = (list: readonly SortKey[]) => list.map(({ id }) => id)

describe('the orders of lists', () => {
  it('agree with their descriptions, whatever is sorted', () => {
    fc.assert(
      fc.property(anyKey, anyKey, (a, b) => {
        for (const sort of SORTS) {
          expect(Math.sign(COMPARE[sort](a, b)), sort).to.equal(expectedOrder(sort)(a, b))
          expect(Math.sign(COMPARE[sort](b, a)), sort).to.equal(-expectedOrder(sort)(a, b) + 0)
          expect(COMPARE[sort](a, a) + 0, `${sort}, the same market`).to.equal(0)
        }
      }),
      { numRuns: 500 },
    )
  })

  it('are these four', () => {
    expect(SORTS).to.deep.equal(['newest', 'expiring', 'volume', 'trending'])
  })

  it('put open markets that expire next first, and decided ones that were decided last', () => {
    const keys = [
      listed({ id: 'decided early', status: 'resolved', endsAt: 10 }),
      listed({ id: 'void late', status: 'void', endsAt: 90 }),
      listed({ id: 'open late', endsAt: 80 }),
      listed({ id: 'open soon', endsAt: 20 }),
    ]
    expect(idsOf(keys.sort(COMPARE.expiring))).to.deep.equal([
      'open soon',
      'open late',
      'void late',
      'decided early',
    ])
  })

  it('ignore the pools of decided markets in the trend', () => {
    const keys = [
      listed({ id: 'large', status: 'resolved', createdAt: 5, matched: 100n }),
      listed({ id: 'new', status: 'resolved', createdAt: 6, matched: 1n }),
    ]
    expect(idsOf(keys.sort(COMPARE.trending))).to.deep.equal(['new', 'large'])
  })
})

describe('the trend of a market', () => {
  it('grows evenly within a day and doubles every day since 2026', () => {
    const at = (createdAt: number) => trendOf({ matched: 3n, createdAt })
    expect(at(NEW_YEAR)).to.equal(259_200n)
    expect(at(NEW_YEAR + 1)).to.equal(259_203n)
    expect(at(NEW_YEAR + DAY / 2)).to.equal(388_800n)
    expect(at(NEW_YEAR + DAY - 1)).to.equal(518_397n)
    expect(at(NEW_YEAR + DAY)).to.equal(518_400n)
    expect(at(NEW_YEAR + 10 * DAY)).to.equal(265_420_800n)
  })

  it('weighs all days before 2026 the same', () => {
    for (const day of [1, 2, 1_000]) {
      expect(trendOf({ matched: 3n, createdAt: NEW_YEAR - day * DAY })).to.equal(259_200n)
    }
    expect(trendOf({ matched: 3n, createdAt: NEW_YEAR - 1 })).to.equal(518_397n)
  })
})

describe('the place after a market', () => {
  const list = ['b', 'd', 'f'].map((id) => listed({ id }))

  it('is behind it, whether the list has it or not', () => {
    const places = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((id) => indexAfter(list, 'newest', listed({ id })))
    expect(places).to.deep.equal([0, 1, 1, 2, 2, 3, 3])
  })

  it('is the start of an empty list', () => {
    expect(indexAfter([], 'volume', listed({ id: 'a' }))).to.equal(0)
  })
})

describe('sorted markets', () => {
  const expectSorted = (markets: SortedMarkets<SortKey>, model: ReadonlyMap<string, SortKey>) => {
    expect(markets.size).to.equal(model.size)
    for (const sort of SORTS) {
      const wanted = [...model.values()].sort(expectedOrder(sort))
      expect(markets.list(sort)).to.have.ordered.members(wanted)
    }
  }

  it('stay in every order as markets are added, replaced and removed', () => {
    const anyChanges = fc.array(fc.record({ key: anyKey, isRemoved: fc.boolean() }), { maxLength: 15 })
    fc.assert(
      fc.property(anyChanges, (changes) => {
        const markets = new SortedMarkets<SortKey>()
        const model = new Map<string, SortKey>()
        for (const { key, isRemoved } of changes) {
          const known = model.get(key.id)
          if (isRemoved) {
            if (known) markets.remove(known)
            model.delete(key.id)
          } else {
            if (known) markets.replace(known, key)
            else markets.add(key)
            model.set(key.id, key)
          }
          expectSorted(markets, model)
        }
      }),
    )
  })

  it('take entries that come after all others without a search', () => {
    fc.assert(
      fc.property(anyKeys, (keys) => {
        const markets = new SortedMarkets<SortKey>()
        for (const sort of SORTS) {
          for (const key of [...keys].sort(expectedOrder(sort))) markets.append(sort, key)
        }
        expectSorted(markets, new Map(keys.map((key) => [key.id, key])))
      }),
    )
  })

  it('keep all others when one is removed that they do not have', () => {
    const [a, b, c] = ['a', 'b', 'c'].map((id) => listed({ id })) as [
      ListedMarket,
      ListedMarket,
      ListedMarket,
    ]
    const markets = new SortedMarkets<SortKey>()
    for (const one of [a, c]) markets.add(one)
    markets.remove(b)
    markets.remove(listed({ id: 'a' }))
    expectSorted(markets, new Map([a, c].map((one) => [one.id, one])))
  })
})
