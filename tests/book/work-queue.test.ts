import { expect } from 'chai'
import { byValue, rankBy, ValueTurns } from '../../app/src/book/market-value.ts'
import { type Work, WorkQueue } from '../../app/src/book/work-queue.ts'

interface Named extends Work {
  name: string
}

const work = (name: string, change: Partial<Named> = {}): Named => {
  return { name, value: 1n, stake: 2n, isLast: false, since: 0, failures: 0, ...change }
}

const takeAll = (queue: WorkQueue<Named>) => {
  const taken: string[] = []
  for (let item = queue.take(); item; item = queue.take()) taken.push(item.name)
  return taken
}

describe('work that waits for a free worker', () => {
  it('is taken by value, with one worker in eight by age, and separate workers for the least valuable', () => {
    const queue = new WorkQueue<Named>(8)
    for (let index = 1; index <= 20; index++) {
      queue.add(work(`value ${index}`, { value: BigInt(index), since: 100 - index }))
      queue.add(work(`empty ${index}`, { value: 0n, stake: BigInt(index), isLast: true }))
    }
    queue.add(work('old', { since: -1 }))
    const best = [20, 19, 18, 17, 16, 15, 14].map((index) => `value ${index}`)
    expect(takeAll(queue)).to.deep.equal([...best, 'old', 'empty 20'])
    expect(
      queue.valuable.map(({ name }) => name),
      'taken for their value',
    ).to.deep.equal(best)
  })

  it('is taken again only when a worker is free', () => {
    const queue = new WorkQueue<Named>(8)
    const items = Array.from({ length: 9 }, (_, index) =>
      work(`${index}`, { value: 9n - BigInt(index), since: index }),
    )
    for (const item of items) queue.add(item)
    const last = work('last', { isLast: true, value: 0n })
    for (const item of [last, work('waits', { isLast: true, value: 0n })]) queue.add(item)
    expect(takeAll(queue)).to.have.length(9)
    queue.done(last)
    expect(takeAll(queue), 'a place of those that come last').to.deep.equal(['waits'])
    queue.done(items[0] as Named)
    expect(takeAll(queue)).to.deep.equal(['8'])
    queue.done(items[0] as Named)
    queue.add(work('none'))
    expect(takeAll(queue), 'a place is free once').to.deep.equal([])
  })

  it('is not taken once it was deleted, and orders stay small', () => {
    const queue = new WorkQueue<Named>(8)
    for (let round = 0; round < 20_000; round++) {
      const item = work(`${round}`)
      queue.add(item)
      queue.delete(item)
    }
    expect(queue.size).to.equal(0)
    expect(takeAll(queue)).to.deep.equal([])
    queue.add(work('left'))
    expect(takeAll(queue)).to.deep.equal(['left'])
  })

  it('that has failed lets others of its age go first', () => {
    const queue = new WorkQueue<Named>(1)
    for (const name of ['a', 'b']) queue.add(work(name, { value: 5n, since: 5 }))
    queue.add(work('failed', { since: 0, failures: 3 }))
    queue.add(work('younger', { since: 1 }))
    expect(takeAll(queue).at(-1)).to.equal('younger')
  })
})

describe('the value of a market', () => {
  const price = { value: 500n << 32n, floor: 0n }
  const rankOf = rankBy(() => ({ last: null, price }))

  it('is its smaller pool in lamports', () => {
    expect(rankOf({ pools: { Yes: 7n, No: 3n }, currency: 'SOL' })).to.deep.equal({ value: 3n, stake: 10n })
    expect(rankOf({ pools: { Yes: 7n, No: 0n }, currency: 'SOL' })).to.deep.equal({ value: 0n, stake: 7n })
  })

  it('converts UTILITY at the first price of the auction, and then at the last one', () => {
    const market = { pools: { Yes: 250n, No: 1_000n }, currency: 'UTILITY' } as const
    expect(rankOf(market)).to.deep.equal({ value: 500_000_000n, stake: 2_500_000_000n })
    const last = { price: 250n << 32n, slot: 1n }
    expect(rankBy(() => ({ last, price }))(market).value).to.equal(1_000_000_000n)
  })

  it('orders markets; those of equal value are ordered by all stakes', () => {
    const ranks = [
      { value: 0n, stake: 5n },
      { value: 2n, stake: 4n },
      { value: 0n, stake: 9n },
      { value: 3n, stake: 100n },
    ]
    expect(ranks.sort(byValue).map(({ stake }) => stake)).to.deep.equal([100n, 4n, 9n, 5n])
  })
})

interface Item {
  name: string
  value: bigint
}

const named = (entries: [name: string, value: bigint][]) => {
  return new Map(entries.map(([name, value]) => [name, { name, value }]))
}

const many = (count: number, name: string, value: (index: number) => bigint) => {
  return Array.from({ length: count }, (_, index): [string, bigint] => [`${name} ${index}`, value(index)])
}

describe('what is read next', () => {
  const namesOf = (items: readonly Item[]) => items.map(({ name }) => name)

  it('is everything, if it fits into one read', () => {
    const turns = new ValueTurns<Item>()
    const items = named([...many(3, 'idle', () => 0n), ...many(2, 'staked', () => 5n)])
    expect(turns.take(items, 5)).to.have.length(5)
  })

  it('attack 71: is the most valuable every time, the others in turn, and a few idle ones', () => {
    const turns = new ValueTurns<Item>()
    const items = named([
      ...many(10_000, 'idle', () => 0n),
      ...many(30, 'staked', (index) => BigInt(index + 1)),
    ])
    const rounds = Array.from({ length: 4 }, () => namesOf(turns.take(items, 20)))
    for (const round of rounds) {
      expect(round).to.have.length(20)
      expect(round.slice(0, 10)).to.deep.equal(
        Array.from({ length: 10 }, (_, index) => `staked ${29 - index}`),
      )
      expect(round.filter((name) => name.startsWith('idle'))).to.have.length(2)
    }
    const staked = new Set(
      rounds
        .slice(0, 3)
        .flat()
        .filter((name) => name.startsWith('staked')),
    )
    expect(staked.size, 'all of them in three rounds').to.equal(30)
    expect(new Set(rounds.flat().filter((name) => name.startsWith('idle'))).size).to.equal(8)
  })

  it('is more of the idle ones if nothing else is waiting', () => {
    const turns = new ValueTurns<Item>()
    const items = named([...many(100, 'idle', () => 0n), ['staked', 1n]])
    const round = namesOf(turns.take(items, 20))
    expect(round[0]).to.equal('staked')
    expect(new Set(round).size).to.equal(20)
  })
})
