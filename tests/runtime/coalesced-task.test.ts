import { expect } from 'chai'
import { Batches, CoalescedTask } from '../../app/src/runtime/coalesced-task.ts'
import { until } from '../helpers/localnet/wait.ts'

/** A task whose runs a test ends one by one. */
function controlled(retryMs?: number) {
  const runs: { resolve: () => void; reject: (error: Error) => void }[] = []
  const errors: string[] = []
  let started = () => {}
  const task = new CoalescedTask(
    () =>
      new Promise<void>((resolve, reject) => {
        runs.push({ resolve, reject })
        started()
      }),
    (error) => errors.push(error.message),
    retryMs,
  )
  /** Waits until `count` runs have started. */
  const untilStarted = (count: number) =>
    new Promise<void>((resolve) => {
      started = () => runs.length >= count && resolve()
      started()
    })
  return { task, runs, errors, untilStarted }
}

describe('a coalesced task', () => {
  it('runs once more for all requests during a run', async () => {
    const { task, runs, untilStarted } = controlled()
    task.request()
    task.request()
    task.request()
    expect(runs).to.have.lengthOf(1)
    runs[0]?.resolve()
    await untilStarted(2)
    const stopped = task.stop()
    runs[1]?.resolve()
    await stopped
    expect(runs).to.have.lengthOf(2)
  })

  it('runs again when requested after a run', async () => {
    const { task, runs, untilStarted } = controlled()
    task.request()
    runs[0]?.resolve()
    await new Promise(setImmediate)
    expect(runs).to.have.lengthOf(1)
    task.request()
    await untilStarted(2)
  })

  it('reports a failure, and retries only if requested', async () => {
    const once = controlled()
    once.task.request()
    once.runs[0]?.reject(new Error('no store'))
    await new Promise(setImmediate)
    expect([once.errors, once.runs.length]).to.deep.equal([['no store'], 1])

    const again = controlled(1)
    again.task.request()
    again.runs[0]?.reject(new Error('no store'))
    // The timer does not keep the process alive, the test does.
    const alive = setInterval(() => {}, 1_000)
    await again.untilStarted(2)
    clearInterval(alive)
    expect(again.errors).to.deep.equal(['no store'])
  })

  it('waits for the current run when it stops, and starts no other', async () => {
    const { task, runs } = controlled(1)
    task.request()
    task.request()
    let isStopped = false
    const stopped = task.stop().then(() => {
      isStopped = true
    })
    await new Promise(setImmediate)
    expect(isStopped).to.equal(false)
    runs[0]?.reject(new Error('no store'))
    await stopped
    task.request()
    expect(runs).to.have.lengthOf(1)
  })
})

describe('runtime: batches', () => {
  /** A look-up that ends when it is told to. */
  function given(most = 100) {
    const lookUps: { keys: readonly number[]; end: (error?: Error) => void }[] = []
    const batches = new Batches<number, string>((keys) => {
      return new Promise((resolve, reject) => {
        const values = keys.map((key) => `value ${key}`)
        lookUps.push({ keys, end: (error) => (error ? reject(error) : resolve(values)) })
      })
    }, most)
    /** Ends a look-up once it has begun. */
    const end = async (index: number, error?: Error) => {
      await until('the look-up', () => lookUps.length > index)
      lookUps[index]?.end(error)
    }
    return { batches, lookUps, end }
  }

  it('looks a single key up at once', async () => {
    const { batches, lookUps } = given()
    const value = batches.get(1)
    expect(lookUps.map(({ keys }) => keys)).to.deep.equal([[1]])
    lookUps[0]?.end()
    expect(await value).to.equal('value 1')
  })

  it('looks up together what comes during a look-up, in parts of the most that one takes', async () => {
    const { batches, lookUps, end } = given(3)
    const values = [1, 2, 3, 4, 5].map((key) => batches.get(key))
    for (const index of [0, 1, 2]) await end(index)
    expect(await Promise.all(values)).to.deep.equal(['value 1', 'value 2', 'value 3', 'value 4', 'value 5'])
    expect(lookUps.map(({ keys }) => keys)).to.deep.equal([[1], [2, 3, 4], [5]])
  })

  it('fails the keys of a look-up that fails, and goes on with the next', async () => {
    const { batches, end } = given()
    const first = batches.get(1).catch((error: Error) => error.message)
    const second = batches.get(2)
    await end(0, new Error('no node'))
    expect(await first).to.equal('no node')
    await end(1)
    expect(await second).to.equal('value 2')
  })
})
