import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect } from 'chai'
import { addressOf } from '../helpers/history/encode.ts'
import { TrackedProgress } from '../helpers/progress.ts'

const SUPPLY = { type: 'supply', comparison: 'above', target: '1', timing: 'atExpiry' } as const

describe('the timer of progress', () => {
  const real = { set: globalThis.setInterval, clear: globalThis.clearInterval }
  let timer: { run: () => void; ms: number; isRef: boolean } | undefined
  let progress: TrackedProgress

  beforeEach(() => {
    timer = undefined
    const set = (run: () => void, ms: number) => {
      const started = { run, ms, isRef: true }
      timer = started
      const handle = {
        unref() {
          started.isRef = false
          return handle
        },
      }
      return handle
    }
    globalThis.setInterval = set as unknown as typeof setInterval
    globalThis.clearInterval = ((handle?: object) => {
      if (handle) timer = undefined
    }) as typeof clearInterval
    progress = new TrackedProgress()
  })

  afterEach(() => {
    globalThis.setInterval = real.set
    globalThis.clearInterval = real.clear
  })

  /** Runs the timer, and waits for what it started. */
  const tick = async () => {
    timer?.run()
    await nextTurn()
  }

  const version = () => progress.tracker.version

  it('reads at once, and again every so many milliseconds until it is stopped', async () => {
    progress.tracker.start()
    await nextTurn()
    expect(version()).to.equal(3)
    expect([timer?.ms, timer?.isRef]).to.deep.equal([7_000, false])
    await tick()
    expect(version()).to.equal(4)
    await tick()
    expect(version()).to.equal(5)
    progress.tracker.stop()
    expect(timer).to.equal(undefined)
  })

  it('can be stopped before it was started', () => {
    expect(() => progress.tracker.stop()).not.to.throw()
  })

  it('does not read while the last read is not done', async () => {
    progress.add({ condition: SUPPLY, token: addressOf('token') })
    let answer = () => {}
    const { connection } = progress.node
    const ask = connection.getMultipleAccountsInfo
    connection.getMultipleAccountsInfo = async (addresses) => {
      await new Promise<void>((resolve) => {
        answer = resolve
      })
      return ask(addresses)
    }
    progress.tracker.start()
    await nextTurn()
    const reading = version()
    await tick()
    await tick()
    expect(version()).to.equal(reading)
    answer()
    await nextTurn()
    const done = version()
    expect(done, 'supplies').to.equal(reading + 1)
    await tick()
    expect(version(), 'prices').to.equal(done + 1)
  })

  it('reports what fails, and goes on', async () => {
    progress.add({ condition: SUPPLY, token: addressOf('token') })
    progress.node.error = new Error('no node')
    progress.tracker.start()
    await nextTurn()
    expect(progress.errors).to.deep.equal([progress.node.error])
    await tick()
    expect(progress.errors).to.have.length(2)
  })
})
