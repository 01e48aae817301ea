import type { Condition, Market } from '@prediction-market/sdk'
import { expect } from 'chai'
import type { Step } from '../../app/src/keeper/due.ts'
import { type Job, JobRunner, type Result } from '../../app/src/keeper/jobs.ts'
import { until } from '../helpers/localnet/wait.ts'
import { rankOf } from '../helpers/rank.ts'
import { plainMarket } from '../helpers/sdk/market.ts'

const LIMITS = {
  proveEarly: 1,
  record: 1,
  prove: 2,
  attested: 1,
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

/** A runner of attempts whose failures are kept. */
function openRunner(attempt: (job: Job) => Promise<Result>, renew = (job: Job): Job | null => job) {
  const errors: string[] = []
  const runner = new JobRunner({
    limits: LIMITS,
    rank: ({ market: { pools } }) => {
      const rank = rankOf({ pools, currency: 'SOL' })
      return { ...rank, isLast: rank.value === 0n }
    },
    attempt,
    renew,
    onError: (error, step, market) => errors.push(`${step} ${market}: ${error.message}`),
    onEnd: () => {},
  })
  const offer = (...jobs: Job[]) => {
    const times = jobs.map((one) => runner.offer(one))
    runner.run()
    return times
  }
  return { runner, errors, offer }
}

describe('attempts', () => {
  it('are made one at a time for a step of a market, and so many at once for a step', async () => {
    const started: string[] = []
    const ends: (() => void)[] = []
    const { runner, offer } = openRunner(({ step, id }) => {
      started.push(`${step} ${id}`)
      return new Promise<Result>((resolve) => ends.push(() => resolve('done')))
    })
    for (const id of ['a', 'a', 'b', 'c', 'c']) offer(job('prove', id))
    offer(job('settle', 'c'))
    expect(started).to.deep.equal(['prove a', 'prove b', 'settle c'])
    for (const end of ends.splice(0)) end()
    await until('the next one', () => started.length === 4)
    expect(started.at(-1), 'it has waited for a place').to.equal('prove c')
    for (const end of ends) end()
    await runner.idle()
    expect(started).to.have.length(4)
  })

  it('that fail are reported and made again after a pause', async () => {
    let attempts = 0
    const { runner, errors, offer } = openRunner(async () => {
      attempts += 1
      throw new Error('no luck')
    })
    offer(job('void', 'a'))
    await runner.idle()
    const [retryAt] = offer(job('void', 'a'))
    expect(retryAt, 'not at once').to.be.greaterThan(0)
    expect(attempts).to.equal(1)
    await until('another attempt', () => {
      offer(job('void', 'a'))
      return attempts === 2
    })
    await runner.idle()
    expect(errors).to.deep.equal(['void a: no luck', 'void a: no luck'])
  })

  it('are not made of a job that is not due any more when its turn comes', async () => {
    const started: string[] = []
    let isDue = true
    const { runner, offer } = openRunner(
      async ({ id }) => {
        started.push(id)
        isDue = false
        return 'done'
      },
      (one) => (isDue ? { ...one, id: `${one.id}, renewed` } : null),
    )
    offer(job('void', 'a'), job('void', 'b'))
    await runner.idle()
    expect(started).to.deep.equal(['a, renewed'])
    isDue = true
    offer(job('void', 'b'))
    expect(started.at(-1), 'it can be offered again').to.equal('b, renewed')
  })

  it('are not made any more once it is stopped', async () => {
    const started: string[] = []
    const { runner, offer } = openRunner(async ({ id }) => {
      started.push(id)
      return 'done'
    })
    offer(job('void', 'a'), job('void', 'b'), job('void', 'c'))
    runner.stop()
    await runner.idle()
    expect(started).to.have.length(2)
  })

  for (const [what, result] of [
    ['did something', 'done'],
    ['found nothing to do', 'nothing'],
  ] as const) {
    it(`that ${what} are followed by the next at once`, async () => {
      let attempts = 0
      const { runner, offer } = openRunner(async () => {
        attempts += 1
        return result
      })
      for (let round = 0; round < 3; round++) {
        offer(job('proveEarly', 'a'))
        await runner.idle()
      }
      expect(attempts).to.equal(3)
    })
  }

  /** A runner, and the jobs whose attempts it has started, which never end. */
  const openHanging = () => {
    const started: string[] = []
    const { offer } = openRunner(({ id }) => {
      started.push(id)
      return new Promise<Result>(() => {})
    })
    return { started, offer: (jobs: Job[]) => offer(...jobs) }
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
    expect(started, 'in each pool the most valuable and the oldest').to.have.length(8)
  })

  it('attack 71: are made for the most valuable market first, and for empty ones in a place of their own', () => {
    const { started, offer } = openHanging()
    offer([
      ...Array.from({ length: 500 }, (_, index) =>
        job('prove', `empty ${index}`, { pools: { Yes: 0n, No: 0n } }),
      ),
      job('prove', 'one-sided', { pools: { Yes: 1_000n, No: 0n } }),
      job('prove', 'small', { pools: { Yes: 2n, No: 1_000n } }),
      job('prove', 'large', { pools: { Yes: 5n, No: 5n } }),
    ])
    expect(started).to.deep.equal(['large', 'small', 'one-sided'])
  })

  it('attack 71: are made as what depends on the market grows while they wait', () => {
    const { started, offer } = openHanging()
    offer([job('void', 'first'), job('void', 'second'), job('void', 'grown', { pools: { Yes: 0n, No: 0n } })])
    expect(started).to.deep.equal(['first', 'second', 'grown'])
    const waiting = openHanging()
    waiting.offer([
      job('void', 'empty', { pools: { Yes: 9n, No: 0n } }),
      job('void', 'grown', { pools: { Yes: 1n, No: 0n } }),
    ])
    expect(waiting.started).to.deep.equal(['empty'])
    waiting.offer([job('void', 'grown', { pools: { Yes: 1n, No: 1n } })])
    expect(waiting.started).to.deep.equal(['empty', 'grown'])
  })

  it('attack 72: do not block the event loop, however many end at once', async () => {
    let attempts = 0
    const { offer } = openRunner(async () => {
      attempts += 1
      return 'early'
    })
    offer(
      ...Array.from({ length: 500 }, (_, index) =>
        job('prove', `unknown ${index}`, { pools: { Yes: 1n, No: 0n } }),
      ),
    )
    await new Promise((resolve) => setImmediate(resolve))
    expect(attempts).to.be.lessThan(10)
    await until('all of them', () => attempts === 500)
  })

  it('attack 72: for empty markets start one after the other while a valuable one is running', async () => {
    let attempts = 0
    let end = () => {}
    const { offer } = openRunner(({ id }) => {
      if (id === 'valuable') return new Promise<Result>((resolve) => (end = () => resolve('done')))
      attempts += 1
      return Promise.resolve('done')
    })
    const begin = Date.now()
    offer(job('void', 'valuable', { pools: { Yes: 5n, No: 5n } }))
    offer(
      ...Array.from({ length: 500 }, (_, index) =>
        job('prove', `empty ${index}`, { pools: { Yes: 0n, No: 0n } }),
      ),
    )
    await until('some of them', () => attempts >= 3)
    expect(attempts).to.be.at.most((Date.now() - begin) / 90 + 1)
    end()
    await until('all of them', () => attempts === 500)
  })

  it('that failed let the others go first', async () => {
    const started: string[] = []
    const { runner, offer } = openRunner(async ({ id }) => {
      started.push(id)
      return 'early'
    })
    const jobs = ['a', 'b', 'c', 'd', 'e'].map((id) => job('void', id))
    await until('ten attempts', async () => {
      offer(...jobs)
      await runner.idle()
      return started.length >= 10
    })
    expect(new Set(started.slice(0, 5)).size).to.equal(5)
    expect(new Set(started.slice(5, 10)).size).to.equal(5)
  })

  it('are forgotten with their market', async () => {
    let attempts = 0
    const { runner, offer } = openRunner(async () => {
      attempts += 1
      return 'early'
    })
    offer(job('prove', 'a'))
    await runner.idle()
    runner.forget('a')
    offer(job('prove', 'a'))
    expect(attempts).to.equal(2)
  })
})
