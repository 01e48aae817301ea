import { expect } from 'chai'
import { JobRunner, type Result } from '../../app/src/keeper/jobs.ts'
import { until } from '../helpers/localnet/wait.ts'

const LIMITS = { prove: 2, resolveNo: 1, void: 1, collect: 1, settle: 1, close: 1 }

/** A runner whose failures are kept. */
function openRunner() {
  const errors: string[] = []
  const runner = new JobRunner({
    limits: LIMITS,
    onError: (error, step, market) => errors.push(`${step} ${market}: ${error.message}`),
    onEnd: () => {},
  })
  return { runner, errors }
}

describe('attempts', () => {
  it('are made one at a time for a step of a market, and so many at once for a step', async () => {
    const { runner } = openRunner()
    const started: string[] = []
    const ends: (() => void)[] = []
    const attempt = (market: string) => () => {
      started.push(market)
      return new Promise<Result>((resolve) => ends.push(() => resolve('done')))
    }
    for (const market of ['a', 'a', 'b', 'c']) runner.offer('prove', market, attempt(market))
    runner.offer('settle', 'c', attempt('c'))
    expect(started).to.deep.equal(['a', 'b', 'c'])
    for (const end of ends) end()
    await runner.idle()
    runner.offer('prove', 'c', attempt('c'))
    expect(started).to.deep.equal(['a', 'b', 'c', 'c'])
  })

  it('that fail are reported and made again after a pause', async () => {
    const { runner, errors } = openRunner()
    let attempts = 0
    const failing = async (): Promise<Result> => {
      attempts += 1
      throw new Error('no luck')
    }
    runner.offer('void', 'a', failing)
    await runner.idle()
    runner.offer('void', 'a', failing)
    expect(attempts, 'not at once').to.equal(1)
    await until('another attempt', () => {
      runner.offer('void', 'a', failing)
      return attempts === 2
    })
    await runner.idle()
    expect(errors).to.deep.equal(['void a: no luck', 'void a: no luck'])
  })

  it('that did something are followed by the next at once', async () => {
    const { runner } = openRunner()
    let attempts = 0
    const attempt = async (): Promise<Result> => {
      attempts += 1
      return 'done'
    }
    for (let round = 0; round < 3; round++) {
      runner.offer('settle', 'a', attempt)
      await runner.idle()
    }
    expect(attempts).to.equal(3)
  })

  it('are forgotten with their market', async () => {
    const { runner } = openRunner()
    let attempts = 0
    const early = async (): Promise<Result> => {
      attempts += 1
      return 'early'
    }
    runner.offer('prove', 'a', early)
    await runner.idle()
    runner.keepOnly(() => false)
    runner.offer('prove', 'a', early)
    expect(attempts).to.equal(2)
  })
})
