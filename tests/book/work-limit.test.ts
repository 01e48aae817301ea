import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect } from 'chai'
import { WorkLimit } from '../../app/src/book/work-queue.ts'

describe('tasks of which a limited number runs at once', () => {
  let limit: WorkLimit
  /** Names of tasks in the order of their start. */
  let started: string[]
  let ends: Map<string, { succeed: (answer: string) => void; fail: (error: Error) => void }>

  beforeEach(() => {
    // One place by value, and one by age.
    limit = new WorkLimit(2)
    started = []
    ends = new Map()
  })

  const run = (name: string, value: bigint, stake = value) =>
    limit.run({ value, stake }, () => {
      started.push(name)
      return new Promise<string>((succeed, fail) => ends.set(name, { succeed, fail }))
    })

  const end = (name: string) => ends.get(name) ?? expect.fail(`${name} was not started`)

  it('start at once while there is a place, and the most valuable of those that wait next', async () => {
    const all = [run('a', 1n), run('b', 1n), run('small', 2n), run('large', 9n), run('equal', 9n, 10n)]
    expect(started).to.deep.equal(['a', 'b'])
    end('a').succeed('answer of a')
    expect(await all[0]).to.equal('answer of a')
    await nextTurn()
    expect(started, 'the place of the first is by value').to.deep.equal(['a', 'b', 'equal'])
    end('equal').succeed('')
    await nextTurn()
    expect(started).to.deep.equal(['a', 'b', 'equal', 'large'])
    end('b').succeed('')
    await nextTurn()
    expect(started, 'the place of the second is by age').to.deep.equal(['a', 'b', 'equal', 'large', 'small'])
  })

  it('give their place to the next one also if they fail', async () => {
    const failed = run('a', 1n)
    const others = [run('b', 1n), run('c', 1n)]
    const error = new Error('no chain')
    end('a').fail(error)
    expect(await failed.catch((reason) => reason)).to.equal(error)
    await nextTurn()
    expect(started).to.deep.equal(['a', 'b', 'c'])
    for (const name of ['b', 'c']) end(name).succeed(name)
    expect(await Promise.all(others)).to.deep.equal(['b', 'c'])
  })

  it('have a separate place if they have no value', async () => {
    const all = [run('a', 1n), run('b', 1n), run('idle', 0n, 5n), run('idler', 0n, 4n)]
    expect(started).to.deep.equal(['a', 'b', 'idle'])
    end('a').succeed('')
    await all[0]
    await nextTurn()
    expect(started, 'it takes no other place').to.deep.equal(['a', 'b', 'idle'])
    end('idle').succeed('')
    await nextTurn()
    expect(started).to.deep.equal(['a', 'b', 'idle', 'idler'])
  })
})
