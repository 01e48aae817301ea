import { expect } from 'chai'
import { ValueTurns } from '../../app/src/book/value-turns.ts'

interface Named {
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
  const namesOf = (items: readonly Named[]) => items.map(({ name }) => name)

  it('is everything, if it fits into one read', () => {
    const turns = new ValueTurns<Named>()
    const items = named([...many(3, 'idle', () => 0n), ...many(2, 'staked', () => 5n)])
    expect(turns.take(items, 5)).to.have.length(5)
  })

  it('attack 71: is the most valuable every time, the others in turn, and a few idle ones', () => {
    const turns = new ValueTurns<Named>()
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
    const turns = new ValueTurns<Named>()
    const items = named([...many(100, 'idle', () => 0n), ['staked', 1n]])
    const round = namesOf(turns.take(items, 20))
    expect(round[0]).to.equal('staked')
    expect(new Set(round).size).to.equal(20)
  })
})
