import { expect } from 'chai'
import { ValueTurns } from '../../app/src/book/market-value.ts'

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

const namesOf = (items: readonly Item[]) => items.map(({ name }) => name)

describe('what is read next', () => {
  it('is everything, if it fits into one read', () => {
    const turns = new ValueTurns<Item>()
    const items = named([...many(3, 'idle', () => 0n), ...many(2, 'staked', () => 5n)])
    expect(namesOf(turns.take(items, 5))).to.deep.equal([
      'idle 0',
      'idle 1',
      'idle 2',
      'staked 0',
      'staked 1',
    ])
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

  it('is shared among those with a value and the idle ones, whatever their numbers are', () => {
    for (const [staked, idle, count, first, others, idleTaken] of [
      [6, 0, 5, 3, 2, 0],
      [1, 9, 5, 1, 0, 4],
      [9, 1, 5, 3, 1, 1],
      [40, 40, 20, 10, 8, 2],
      [40, 40, 16, 8, 7, 1],
      [40, 40, 17, 9, 7, 1],
      [12, 40, 20, 10, 2, 8],
      [0, 9, 5, 0, 0, 5],
      [40, 1, 20, 10, 9, 1],
    ] as const) {
      const turns = new ValueTurns<Item>()
      const items = named([
        ...many(idle, 'idle', () => 0n),
        ...many(staked, 'staked', (index) => BigInt(index + 1)),
      ])
      const taken = namesOf(turns.take(items, count))
      const best = Array.from({ length: first }, (_, index) => `staked ${staked - 1 - index}`)
      expect(taken.slice(0, first)).to.deep.equal(best)
      expect(new Set(taken).size, `${staked} and ${idle}`).to.equal(count)
      const isIdle = taken.slice(first).map((name) => name.startsWith('idle'))
      expect(isIdle.filter((one) => !one).length, `${staked} and ${idle}, others`).to.equal(others)
      expect(isIdle.filter((one) => one).length, `${staked} and ${idle}, idle`).to.equal(idleTaken)
    }
  })

  it('goes round: the others and the idle ones come again after the last of them', () => {
    const turns = new ValueTurns<Item>()
    const items = named([
      ...many(3, 'idle', () => 0n),
      ...many(3, 'best', () => 9n),
      ...many(4, 'other', () => 1n),
    ])
    const rounds = Array.from({ length: 5 }, () => namesOf(turns.take(items, 6)).slice(3))
    const others = rounds.map((round) => round.slice(0, 2))
    expect(others[0]).not.to.deep.equal(others[1])
    expect(others[2], 'two by two of four').to.deep.equal(others[0])
    expect(new Set([...(others[0] ?? []), ...(others[1] ?? [])]).size).to.equal(4)
    expect(rounds.map((round) => round[2])).to.deep.equal(['idle 0', 'idle 1', 'idle 2', 'idle 0', 'idle 1'])
  })
})

describe('the order in which is read', () => {
  let now: number

  beforeEach(() => {
    now = 50
    performance.now = () => now
  })

  afterEach(() => {
    // The method of its class counts again.
    Reflect.deleteProperty(performance, 'now')
  })

  it('is kept for a second, and then takes new values and items', () => {
    const turns = new ValueTurns<Item>()
    const items = named(many(4, 'staked', (index) => BigInt(index + 1)))
    const best = () => turns.take(items, 2)[0]?.name
    expect(best()).to.equal('staked 3')
    items.set('new', { name: 'new', value: 9n })
    now += 999
    expect(best()).to.equal('staked 3')
    now += 1
    expect(best()).to.equal('new')
    items.set('newer', { name: 'newer', value: 10n })
    now += 999
    expect(best()).to.equal('new')
    now += 1
    expect(best()).to.equal('newer')
  })
})
