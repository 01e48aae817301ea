import { expect } from 'chai'
import { CoalescedTask } from '../../app/src/runtime/coalesced-task.ts'

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
