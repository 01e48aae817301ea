import type { Condition, Fetched, Market } from '@prediction-market/sdk'
import { isAttested } from '@prediction-market/sdk/condition'
import { Heap } from '../runtime/heap.ts'
import { deadlineOf, type Step } from './due.ts'

/**
 * The result of an attempt.
 *
 * - `done`: it did something
 * - `nothing`: there was nothing to do; it is made again whenever the step is due
 * - `early`: it was too early, or failed; it is retried soon
 * - `stuck`: somebody else must act first, such as a recipient; it is retried less and less often
 */
export type Result = 'done' | 'nothing' | 'early' | 'stuck'

/** A step of a market that is due. */
export interface Job {
  step: Step
  /** The market's id. */
  id: string
  market: Fetched<Market>
}

/** Jobs that share places: those of one step, but proofs by attestors are apart, each type of condition. */
export type Pool = Step | `${'proveEarly' | 'prove'} ${Condition['type']}`

/** Options of a runner. */
export interface JobOptions {
  /** The most jobs at once in each pool: by step, and for proofs by attestors. */
  limits: Readonly<Record<Step | 'attested', number>>
  attempt: (job: Job) => Promise<Result>
  /** The job with the latest state of its market, when it is about to start; `null` if it is not due any more. */
  renew: (job: Job) => Job | null
  /** Called when an attempt fails; it is retried. */
  onError: (error: Error, step: Step, market: string) => void
  /** Called with the market when an attempt has ended. */
  onEnd: (market: string) => void
}

/** The backoff of a step of a market. */
interface Attempts {
  count: number
  notBefore: number
}

const FIRST_PAUSE_MS = 200

/** The longest pause after a failure, or while there is no proof. */
const MAX_PAUSE_MS = 10_000

/** The longest pause while somebody else must act. */
const MAX_STUCK_MS = 15 * 60_000

/** A job that waits for a place. */
interface Ready {
  key: string
  job: Job
  failures: number
  deadline: bigint
}

const STEPS: readonly Step[] = ['proveEarly', 'prove', 'resolveNo', 'void', 'collect', 'settle', 'close']

/**
 * Runs steps of markets, each independently: one that hangs or keeps failing holds up no other. The number that run at
 * once is limited for each pool, and retries back off exponentially. The backoff is the only state that outlives a job.
 */
export class JobRunner {
  readonly #attempts = new Map<string, Attempts>()
  readonly #running = new Map<string, Promise<void>>()
  readonly #counts = new Map<Pool, number>()
  /** The jobs that wait for a place. */
  readonly #ready = new Map<Pool, Heap<Ready>>()
  readonly #isReady = new Set<string>()
  #isStopped = false

  constructor(private readonly options: JobOptions) {}

  /**
   * Takes a job that is due. It starts with {@link run}, unless it is running or waits already. The order: those that
   * have failed less often, then by deadline, then by stake, so that each gets its turn.
   *
   * @returns when to offer it again, in unix milliseconds, if its retry is still to wait
   */
  offer(job: Job): number | null {
    const key = keyOf(job)
    if (this.#running.has(key) || this.#isReady.has(key)) return null
    const { count = 0, notBefore = 0 } = this.#attempts.get(key) ?? {}
    if (Date.now() < notBefore) return notBefore
    const pool = poolOf(job)
    const ready = this.#ready.get(pool) ?? new Heap<Ready>(compare)
    this.#ready.set(pool, ready)
    ready.push({ key, job, failures: count, deadline: deadlineOf(job.step, job.market) })
    this.#isReady.add(key)
    return null
  }

  /** Starts as many of the jobs that wait as their pools have places. */
  run(): void {
    for (const [pool, ready] of this.#ready) {
      while (!this.#isStopped && ready.size > 0 && this.#count(pool) < this.#limit(pool)) {
        const { key, job } = ready.pop() as Ready
        this.#isReady.delete(key)
        const renewed = this.options.renew(job)
        if (renewed) this.#start(pool, key, renewed)
      }
    }
  }

  /** Starts nothing new. */
  stop(): void {
    this.#isStopped = true
  }

  /** Forgets the backoff of a market that is gone. */
  forget(market: string): void {
    for (const step of STEPS) this.#attempts.delete(keyOf({ step, id: market }))
  }

  /** Resolves once nothing is running. */
  async idle(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running.values())
  }

  #limit(pool: Pool): number {
    const { limits } = this.options
    return pool in limits ? limits[pool as Step] : limits.attested
  }

  #count(pool: Pool): number {
    return this.#counts.get(pool) ?? 0
  }

  #start(pool: Pool, key: string, job: Job): void {
    this.#counts.set(pool, this.#count(pool) + 1)
    const running = this.options
      .attempt(job)
      .then((result) => this.#ended(key, result))
      .catch((error: Error) => {
        this.#ended(key, 'early')
        this.options.onError(error, job.step, job.id)
      })
      .finally(() => {
        this.#running.delete(key)
        this.#counts.set(pool, this.#count(pool) - 1)
        this.options.onEnd(job.id)
        this.run()
      })
    this.#running.set(key, running)
  }

  #ended(key: string, result: Result): void {
    if (result !== 'early' && result !== 'stuck') {
      this.#attempts.delete(key)
      return
    }
    const count = (this.#attempts.get(key)?.count ?? 0) + 1
    const longest = result === 'stuck' ? MAX_STUCK_MS : MAX_PAUSE_MS
    const growth = result === 'stuck' ? 2 : 1.3
    const pause = Math.min(FIRST_PAUSE_MS * growth ** (count - 1), longest)
    this.#attempts.set(key, { count, notBefore: Date.now() + pause })
  }
}

function compare(a: Ready, b: Ready): number {
  if (a.failures !== b.failures) return a.failures - b.failures
  const time = Number(a.deadline - b.deadline)
  return time !== 0 ? time : Number(stakeOf(b.job) - stakeOf(a.job))
}

function keyOf({ step, id }: Pick<Job, 'step' | 'id'>): string {
  return `${step} ${id}`
}

function poolOf({ step, market: { condition } }: Job): Pool {
  return isAttested(condition) && (step === 'prove' || step === 'proveEarly')
    ? `${step} ${condition.type}`
    : step
}

function stakeOf({ market: { pools } }: Job): bigint {
  return pools[0] + pools[1]
}
