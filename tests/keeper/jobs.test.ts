import type { Condition, Market } from '@prediction-market/sdk'
import { expect } from 'chai'
import type { Step } from '../../app/src/keeper/due.ts'
import { type Job, JobRunner, type Result } from '../../app/src/keeper/jobs.ts'
import { until } from '../helpers/localnet/wait.ts'
import { EXPIRES, plainMarket } from '../helpers/sdk/market.ts'

const LIMITS = {
  proveEarly: 1,
  prove: 2,
  'proveEarly holders': 1,
  'prove holders': 1,
  'proveEarly event': 1,
  'prove event': 1,
  resolveNo: 1,
  void: 1,
  collect: 1,
  settle: 1,
  close: 1,
}

const job = (step: Step, id: string, change: Partial<Market> = {}): Job => {
  return { step, id, market: plainMarket(change) }
}
const event: Condition = { type: 'event', timing: 'byExpiry' }
const holders: Condition = {
  type: 'holders',
  comparison: 'atLeast',
  target: '10',
  minimumBalance: 1n,
  timing: 'byExpiry',
}
const supply: Condition = { type: 'supply', comparison: 'above', target: '1', timing: 'atExpiry' }

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
    const attempt = ({ id }: Job) => {
      started.push(id)
      return new Promise<Result>((resolve) => ends.push(() => resolve('done')))
    }
    for (const id of ['a', 'a', 'b', 'c']) runner.offer([job('prove', id)], attempt)
    runner.offer([job('settle', 'c')], attempt)
    expect(started).to.deep.equal(['a', 'b', 'c'])
    for (const end of ends) end()
    await runner.idle()
    runner.offer([job('prove', 'c')], attempt)
    expect(started).to.deep.equal(['a', 'b', 'c', 'c'])
  })

  it('that fail are reported and made again after a pause', async () => {
    const { runner, errors } = openRunner()
    let attempts = 0
    const failing = async (): Promise<Result> => {
      attempts += 1
      throw new Error('no luck')
    }
    runner.offer([job('void', 'a')], failing)
    await runner.idle()
    runner.offer([job('void', 'a')], failing)
    expect(attempts, 'not at once').to.equal(1)
    await until('another attempt', () => {
      runner.offer([job('void', 'a')], failing)
      return attempts === 2
    })
    await runner.idle()
    expect(errors).to.deep.equal(['void a: no luck', 'void a: no luck'])
  })

  for (const [what, result] of [
    ['did something', 'done'],
    ['found nothing to do', 'nothing'],
  ] as const) {
    it(`that ${what} are followed by the next at once`, async () => {
      const { runner } = openRunner()
      let attempts = 0
      const attempt = async (): Promise<Result> => {
        attempts += 1
        return result
      }
      for (let round = 0; round < 3; round++) {
        runner.offer([job('proveEarly', 'a')], attempt)
        await runner.idle()
      }
      expect(attempts).to.equal(3)
    })
  }

  /** A runner, and the jobs whose attempts it has started, which never end. */
  const openHanging = () => {
    const { runner } = openRunner()
    const started: string[] = []
    const hang = ({ id }: Job) => {
      started.push(id)
      return new Promise<Result>(() => {})
    }
    return { started, offer: (jobs: Job[]) => runner.offer(jobs, hang) }
  }

  it('of prices, holders and events, early and due, hold up none of the others', () => {
    const { started, offer } = openHanging()
    offer([
      ...Array.from({ length: 150 }, (_, index) => job('proveEarly', `idle ${index}`, { condition: event })),
      ...Array.from({ length: 150 }, (_, index) => job('prove', `silent ${index}`, { condition: event })),
      job('proveEarly', 'early holders', { condition: holders }),
      job('prove', 'due holders', { condition: holders }),
      job('proveEarly', 'early price'),
      job('prove', 'due price'),
    ])
    expect(started).to.include.members(['early holders', 'due holders', 'early price', 'due price'])
    expect(started).to.have.length(6)
  })

  it('are made in the order of deadline and stake', () => {
    const { started, offer } = openHanging()
    offer([
      job('prove', 'late', { expireAt: EXPIRES + 100n, pools: [1_000n, 0n] }),
      job('prove', 'small', { pools: [2n, 1n] }),
      job('prove', 'large', { pools: [5n, 5n] }),
      job('prove', 'state', { condition: supply, expireAt: EXPIRES + 10n }),
    ])
    expect(started).to.deep.equal(['state', 'large'])
  })

  it('that failed let the others go first', async () => {
    const { runner } = openRunner()
    const started: string[] = []
    const early = async ({ id }: Job): Promise<Result> => {
      started.push(id)
      return 'early'
    }
    const jobs = ['a', 'b', 'c', 'd', 'e'].map((id, index) => {
      return job('void', id, { expireAt: EXPIRES + BigInt(index) })
    })
    await until('ten attempts', async () => {
      runner.offer(jobs, early)
      await runner.idle()
      return started.length >= 10
    })
    expect(new Set(started.slice(0, 5)).size).to.equal(5)
    expect(new Set(started.slice(5, 10)).size).to.equal(5)
  })

  it('are forgotten with their market', async () => {
    const { runner } = openRunner()
    let attempts = 0
    const early = async (): Promise<Result> => {
      attempts += 1
      return 'early'
    }
    runner.offer([job('prove', 'a')], early)
    await runner.idle()
    runner.keepOnly(() => false)
    runner.offer([job('prove', 'a')], early)
    expect(attempts).to.equal(2)
  })
})
