import type { Fetched, Market } from '@prediction-market/sdk'
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

/** Jobs that share places: those of one step, but proofs by attestors are apart, holders and events each. */
export type Pool = Step | `${'proveEarly' | 'prove'} ${'holders' | 'event'}`

/** How a runner is created. */
export interface JobOptions {
  /** The most jobs at once in each pool. */
  limits: Readonly<Record<Pool, number>>
  /** Called when an attempt fails; it is retried. */
  onError: (error: Error, step: Step, market: string) => void
  /** Called when an attempt has ended. */
  onEnd: () => void
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

/**
 * Runs steps of markets, each independently: one that hangs or keeps failing holds up no other. The number that run at
 * once is limited for each pool, and retries back off exponentially. The backoff is the only state.
 */
export class JobRunner {
  readonly #attempts = new Map<string, Attempts>()
  readonly #running = new Map<string, Promise<void>>()
  readonly #counts = new Map<Pool, number>()

  constructor(private readonly options: JobOptions) {}

  /**
   * Starts the jobs that are not running and need not wait, as many as their pools have places. The order: those that
   * have failed less often, then by deadline, then by stake, so that each gets its turn.
   */
  offer(jobs: readonly Job[], attempt: (job: Job) => Promise<Result>): void {
    const now = Date.now()
    const ready = jobs.filter((job) => {
      const key = keyOf(job)
      return !this.#running.has(key) && now >= (this.#attempts.get(key)?.notBefore ?? 0)
    })
    for (const job of ready.sort((a, b) => this.#compare(a, b))) this.#start(job, attempt)
  }

  /** Forgets the backoff of markets that are gone. */
  keepOnly(isThere: (market: string) => boolean): void {
    for (const key of this.#attempts.keys()) {
      if (!isThere(key.slice(key.indexOf(' ') + 1))) this.#attempts.delete(key)
    }
  }

  /** Resolves once nothing is running. */
  async idle(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running.values())
  }

  #start(job: Job, attempt: (job: Job) => Promise<Result>): void {
    const pool = poolOf(job)
    const count = this.#counts.get(pool) ?? 0
    if (count >= this.options.limits[pool]) return
    this.#counts.set(pool, count + 1)
    const key = keyOf(job)
    const running = attempt(job)
      .then((result) => this.#ended(key, result))
      .catch((error: Error) => {
        this.#ended(key, 'early')
        this.options.onError(error, job.step, job.id)
      })
      .finally(() => {
        this.#running.delete(key)
        this.#counts.set(pool, (this.#counts.get(pool) ?? 1) - 1)
        this.options.onEnd()
      })
    this.#running.set(key, running)
  }

  #compare(a: Job, b: Job): number {
    const failures = this.#failures(a) - this.#failures(b)
    if (failures !== 0) return failures
    const time = Number(deadlineOf(a.step, a.market) - deadlineOf(b.step, b.market))
    return time !== 0 ? time : Number(stakeOf(b) - stakeOf(a))
  }

  #failures(job: Job): number {
    return this.#attempts.get(keyOf(job))?.count ?? 0
  }

  #ended(key: string, result: Result): void {
    const isRetry = result === 'early' || result === 'stuck'
    const count = isRetry ? (this.#attempts.get(key)?.count ?? 0) + 1 : 0
    const longest = result === 'stuck' ? MAX_STUCK_MS : MAX_PAUSE_MS
    const growth = result === 'stuck' ? 2 : 1.3
    const pause = count === 0 ? 0 : Math.min(FIRST_PAUSE_MS * growth ** (count - 1), longest)
    this.#attempts.set(key, { count, notBefore: Date.now() + pause })
  }
}

function keyOf({ step, id }: Job): string {
  return `${step} ${id}`
}

function poolOf({ step, market: { condition } }: Job): Pool {
  const isAttested = condition.type === 'holders' || condition.type === 'event'
  return isAttested && (step === 'prove' || step === 'proveEarly') ? `${step} ${condition.type}` : step
}

function stakeOf({ market: { pools } }: Job): bigint {
  return pools[0] + pools[1]
}
