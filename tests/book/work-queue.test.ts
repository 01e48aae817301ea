import { expect } from 'chai'
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

  it('that has failed more often comes after all that has failed less', () => {
    const queue = new WorkQueue<Named>(1)
    queue.add(work('valuable', { value: 9n, since: 9 }))
    for (const [failures, since] of [
      [1, 0],
      [0, 5],
      [2, 1],
      [0, 4],
    ] as const) {
      queue.add(work(`${failures} times, since ${since}`, { failures, since }))
    }
    expect(queue.take()?.name).to.equal('valuable')
    const oldest: string[] = []
    for (let item = queue.take(); item; item = queue.take()) {
      oldest.push(item.name)
      queue.done(item)
    }
    expect(oldest).to.deep.equal([
      '0 times, since 4',
      '0 times, since 5',
      '1 times, since 0',
      '2 times, since 1',
    ])
  })

  it('has places for an eighth of them by age, and as many more for the least valuable', () => {
    for (const [places, byValue, byAge] of [
      [1, 1, 1],
      [2, 1, 1],
      [7, 6, 1],
      [15, 14, 1],
      [16, 14, 2],
      [24, 21, 3],
    ] as const) {
      const queue = new WorkQueue<Named>(places)
      for (let index = 0; index < 40; index++) {
        queue.add(work(`${index}`, { value: BigInt(index + 1), since: 100 - index }))
        queue.add(work('last', { value: 0n, isLast: true }))
      }
      const taken = takeAll(queue)
      expect(queue.valuable.length, `${places} places, by value`).to.equal(byValue)
      expect(taken.filter((name) => name !== 'last').length, `${places} places`).to.equal(byValue + byAge)
      expect(taken.filter((name) => name === 'last').length, `${places} places, last`).to.equal(byAge)
      expect(queue.size).to.equal(80 - taken.length)
    }
  })

  it('that comes last takes fewer places if it is told so, and never more', () => {
    const queue = new WorkQueue<Named>(24)
    for (let index = 0; index < 9; index++) queue.add(work(`${index}`, { value: 0n, isLast: true }))
    expect(queue.take(0)).to.equal(undefined)
    expect(queue.take(1)?.name).to.equal('0')
    expect(queue.take(1)).to.equal(undefined)
    expect(queue.take(9)).not.to.equal(undefined)
    expect(queue.take(9)).not.to.equal(undefined)
    expect(queue.take(9)).to.equal(undefined)
    queue.add(work('valuable'))
    expect(queue.take(0)?.name, 'that does not come last has its own places').to.equal('valuable')
  })

  it('shows the most valuable, and whether a place is taken by more than the last', () => {
    const queue = new WorkQueue<Named>(8)
    expect([queue.first, queue.isBusy, queue.size]).to.deep.equal([undefined, false, 0])
    const [small, large, last] = [
      work('small', { since: 1 }),
      work('large', { value: 9n, since: 2 }),
      work('last', { isLast: true, value: 99n }),
    ]
    queue.add(last)
    expect([queue.first, queue.size]).to.deep.equal([undefined, 1])
    for (const one of [small, large]) queue.add(one)
    expect([queue.first, queue.size]).to.deep.equal([large, 3])
    queue.delete(small)
    queue.delete(large)
    expect([queue.first, queue.take(), queue.isBusy]).to.deep.equal([undefined, last, false])
    queue.add(small)
    expect([queue.take(), queue.isBusy, queue.valuable]).to.deep.equal([small, true, [small]])
    queue.done(small)
    expect([queue.isBusy, queue.valuable]).to.deep.equal([false, []])
    queue.done(large)
    expect(queue.isBusy, 'work that was not taken').to.equal(false)
  })

  it('is busy also while only the place for the oldest is taken', () => {
    const queue = new WorkQueue<Named>(1)
    const [first, second] = [work('first'), work('second')]
    for (const one of [first, second]) queue.add(one)
    expect(takeAll(queue)).to.have.members(['first', 'second'])
    queue.done(queue.valuable[0] as Named)
    expect([queue.isBusy, queue.valuable]).to.deep.equal([true, []])
  })

  it('keeps its orders as those that no longer wait are dropped', () => {
    const queue = new WorkQueue<Named>(8)
    const kept = [3n, 1n, 2n].map((value) => work(`kept ${value}`, { value, since: Number(value) }))
    const last = [5n, 6n].map((value) => work(`last ${value}`, { value, isLast: true }))
    for (const item of [...kept, ...last]) queue.add(item)
    for (let round = 0; round < 3_000; round++) {
      const item = work('dropped', { value: 1_000n, since: -1, isLast: round % 2 === 0 })
      queue.add(item)
      queue.delete(item)
    }
    expect(queue.size).to.equal(5)
    expect(takeAll(queue)).to.deep.equal(['kept 3', 'kept 2', 'kept 1', 'last 6'])
  })
})
