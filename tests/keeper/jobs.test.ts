import type { Condition, Market } from '@prediction-market/sdk'
import { expect } from 'chai'
import type { Step } from '../../app/src/keeper/due.ts'
import { type Job, JobRunner, type Result } from '../../app/src/keeper/jobs.ts'
import { rankOf } from '../helpers/book.ts'
import { until } from '../helpers/localnet/wait.ts'
import { plainMarket } from '../helpers/sdk/market.ts'

const LIMITS = {
  proveEarly: 1,
  record: 1,
  prove: 2,
  attested: 3,
  resolveNo: 1,
  void: 1,
  collect: 1,
  settle: 1,
  close: 1,
}

const STEPS = ['proveEarly', 'record', 'prove', 'resolveNo', 'void', 'collect', 'settle', 'close'] as const

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
  const clock = { now: 1_000_000 }
  /** The markets whose jobs cost more than they may. */
  const costly = new Set<string>()
  const runner = new JobRunner(
    {
      limits: LIMITS,
      rank: ({ id, market: { pools } }) => {
        const rank = rankOf({ pools, currency: 'SOL' })
        return { ...rank, isLast: rank.value === 0n || costly.has(id) }
      },
      attempt,
      renew,
      onError: (error, step, market) => errors.push(`${step} ${market}: ${error.message}`),
      onEnd: () => {},
    },
    () => clock.now,
  )
  const offer = (...jobs: Job[]) => {
    const times = jobs.map((one) => runner.offer(one))
    runner.run()
    return times
  }
  return { runner, errors, offer, clock, costly }
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
    const { runner, errors, offer, clock } = openRunner(async () => {
      attempts += 1
      throw new Error('no luck')
    })
    offer(job('void', 'a'))
    await runner.idle()
    const [retryAt] = offer(job('void', 'a'))
    expect(retryAt, 'not at once').to.equal(clock.now + 200)
    clock.now += 199
    expect(offer(job('void', 'a'))).to.deep.equal([retryAt])
    expect(attempts).to.equal(1)
    clock.now += 1
    expect(offer(job('void', 'a'))).to.deep.equal([null])
    await runner.idle()
    expect(attempts).to.equal(2)
    expect(errors).to.deep.equal(['void a: no luck', 'void a: no luck'])
  })

  // Milliseconds before each of the next attempts, and the most before any.
  for (const [what, result, change, pauses, most] of [
    ['came too early', 'early', {}, [200, 260, 338], 10_000],
    [
      'came too early for an empty market',
      'early',
      { pools: { Yes: 0n, No: 0n } },
      [2_000, 2_600, 3_380],
      10_000,
    ],
    ['need somebody else', 'stuck', {}, [200, 400, 800], 900_000],
    [
      'need somebody else for an empty market',
      'stuck',
      { pools: { Yes: 0n, No: 0n } },
      [200, 400, 800],
      900_000,
    ],
  ] as const) {
    it(`that ${what} are made again after longer and longer pauses, and begin anew after a success`, async () => {
      let next: Result = result
      const { runner, offer, clock } = openRunner(async () => next)
      const one = job('void', 'a', change)
      /** Makes an attempt, and waits for the next one. */
      const pauseAfter = async () => {
        expect(offer(one)).to.deep.equal([null])
        await runner.idle()
        const [retryAt] = offer(one)
        const pause = (retryAt ?? clock.now) - clock.now
        clock.now += pause
        return pause
      }
      for (const pause of pauses) expect(await pauseAfter()).to.be.closeTo(pause, 1e-6)
      for (let count = 0; count < 20; count++) expect(await pauseAfter()).to.be.at.most(most)
      expect(await pauseAfter()).to.equal(most)
      next = 'done'
      offer(one)
      await runner.idle()
      next = result
      expect(await pauseAfter()).to.equal(pauses[0])
    })
  }

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

  it('are not made of what waits for a place, once it is stopped', async () => {
    const started: string[] = []
    const ends: (() => void)[] = []
    const { runner, offer } = openRunner(({ id }) => {
      started.push(id)
      return new Promise<Result>((resolve) => ends.push(() => resolve('done')))
    })
    offer(job('void', 'a'), job('void', 'b'), job('void', 'c'))
    expect(started).to.have.length(2)
    runner.stop()
    for (const end of ends) end()
    await runner.idle()
    await new Promise((resolve) => setImmediate(resolve))
    offer(job('settle', 'd'))
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
    expect(started, 'in each pool the most valuable and the oldest').to.have.length(10)
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

  it('of attestors share a place by their proofs only', () => {
    const { started, offer } = openHanging()
    offer(['a', 'b', 'c'].map((id) => job('settle', id, { condition: event })))
    expect(started).to.have.length(2)
    offer(['d', 'e', 'f', 'g'].map((id) => job('prove', id, { condition: event })))
    expect(started).to.have.length(2 + 3)
  })

  describe('that wait while others have the places', () => {
    const rich = { pools: { Yes: 9n, No: 9n } }
    let started: string[]
    let ends: (() => void)[]
    let test: ReturnType<typeof openRunner>

    beforeEach(() => {
      started = []
      ends = []
      test = openRunner(({ id }) => {
        started.push(id)
        return new Promise<Result>((resolve) => ends.push(() => resolve('done')))
      })
      test.offer(job('void', 'a', rich), job('void', 'b', rich))
      for (const id of ['first', 'second', 'third', 'fourth', 'fifth']) offerLater(job('void', id))
      expect(started.splice(0)).to.have.members(['a', 'b'])
    })

    const offerLater = (one: Job) => {
      test.clock.now += 1_000
      test.offer(one)
    }
    const endAll = async () => {
      for (let left = ends.splice(0); left.length > 0; left = ends.splice(0)) {
        for (const end of left) end()
        await test.runner.idle()
        await new Promise((resolve) => setImmediate(resolve))
      }
    }

    it('go in the order of what depends on their markets now, and of their age', async () => {
      offerLater(job('void', 'fourth', rich))
      await endAll()
      expect(started.slice(0, 2)).to.deep.equal(['fourth', 'first'])
      expect(started).to.have.members(['first', 'second', 'third', 'fourth', 'fifth'])
    })

    it('keep their age where what depends on them changes', async () => {
      offerLater(job('void', 'first', rich))
      offerLater(job('void', 'first'))
      offerLater(job('void', 'fourth', rich))
      await endAll()
      expect(started.slice(0, 2)).to.deep.equal(['fourth', 'first'])
    })

    it('go last where they cost more than they may meanwhile', async () => {
      test.costly.add('first')
      offerLater(job('void', 'first'))
      // It has a place of its own.
      expect(started).to.deep.equal(['first'])
    })
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
    const { runner, offer, clock } = openRunner(async ({ id }) => {
      started.push(id)
      return 'early'
    })
    const jobs = ['a', 'b', 'c', 'd', 'e'].map((id) => job('void', id))
    await until('ten attempts', async () => {
      clock.now += 100
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
    const jobs = STEPS.map((step) => job(step, 'a'))
    offer(...jobs)
    await runner.idle()
    runner.forget('a')
    offer(...jobs)
    expect(attempts).to.equal(2 * STEPS.length)
  })
})
