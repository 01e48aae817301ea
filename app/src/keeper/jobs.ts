// Runs steps of markets in limited pools, the most valuable markets first, and retries failed ones with backoff.

import type { Condition, Fetched, Market } from '@prediction-market/sdk'
import { isAttested } from '@prediction-market/sdk/condition'
import { type Work, WorkQueue } from '../book/work-queue.ts'
import type { Step } from './due.ts'

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
  id: string
  market: Fetched<Market>
}

/** Jobs that share a limit: those of one step; proofs by attestors have one for each type of condition. */
export type Pool = Step | `${'proveEarly' | 'prove'} ${Condition['type']}`

export interface JobOptions {
  /** The most jobs at once in each pool: by step, and for proofs by attestors. */
  limits: Readonly<Record<Step | 'attested', number>>
  /** The value of a job's market, and whether the job costs more than it may. */
  rank: (job: Job) => Pick<Work, 'value' | 'stake' | 'isLast'>
  attempt: (job: Job) => Promise<Result>
  /** The job with the latest state of its market, just before it starts; `null` if it is no longer due. */
  renew: (job: Job) => Job | null
  /** Called when an attempt fails; it is retried. */
  onError: (error: Error, step: Step, market: string) => void
  /** Called with the market when an attempt has ended. */
  onEnd: (market: string) => void
}

interface Attempts {
  count: number
  notBefore: number
  /** When it was first offered. */
  since: number
}

const FIRST_PAUSE_MS = 200

/** The same for work that comes last: thousands of markets that nobody can decide may be tried again and again. */
const FIRST_LAST_PAUSE_MS = 2_000

/** Milliseconds between two starts of work that comes last, while better work is running that it would slow down. */
const LAST_SPACING_MS = 100

/** The longest pause after a failure, or while there is no proof. */
const MAX_PAUSE_MS = 10_000

/** The longest pause while somebody else must act. */
const MAX_STUCK_MS = 15 * 60_000

/** A job that waits for a place, or has one. */
interface Ready extends Work {
  key: string
  job: Job
}

const STEPS: readonly Step[] = [
  'proveEarly',
  'record',
  'prove',
  'resolveNo',
  'void',
  'collect',
  'settle',
  'close',
]

/**
 * Runs steps of markets, each independently: one that hangs or keeps failing holds up no other. The number that run at
 * once is limited for each pool, the most valuable markets go first, and retries back off exponentially. The backoff is
 * the only state that outlives a job.
 */
export class JobRunner {
  readonly #attempts = new Map<string, Attempts>()
  readonly #running = new Map<string, Promise<void>>()
  readonly #pools = new Map<Pool, WorkQueue<Ready>>()
  /** The jobs that wait for a place, by their key. */
  readonly #ready = new Map<string, Ready>()
  #isStopped = false
  #isRunPlanned = false
  /** Whether work that comes last has just started, and starts no more while better work is running. */
  #isLastResting = false

  /** @param clock - unix milliseconds; by default the machine's clock */
  constructor(
    private readonly options: JobOptions,
    private readonly clock: () => number = Date.now,
  ) {}

  /**
   * Adds a job that is due, unless it is running. {@link run} starts it. A job that waits already is ranked again by
   * the present state of its market.
   *
   * @returns when to offer it again, in unix milliseconds, if it must wait for its retry
   */
  offer(job: Job): number | null {
    const key = keyOf(job)
    if (this.#running.has(key)) return null
    const now = this.clock()
    const { count = 0, notBefore = 0, since = now } = this.#attempts.get(key) ?? {}
    if (now < notBefore) return notBefore
    const waiting = this.#ready.get(key)
    const rank = this.options.rank(job)
    if (waiting && waiting.value === rank.value && waiting.isLast === rank.isLast) return null
    const queue = this.#queueOf(poolOf(job))
    if (waiting) queue.delete(waiting)
    const ready = { key, job, ...rank, failures: count, since: waiting?.since ?? since }
    this.#ready.set(key, ready)
    queue.add(ready)
    return null
  }

  /** Whether work is running that does not come last. */
  get isBusy(): boolean {
    for (const queue of this.#pools.values()) if (queue.isBusy) return true
    return false
  }

  /** Starts waiting jobs up to the limits of their pools. */
  run(): void {
    for (const queue of this.#pools.values()) {
      while (!this.#isStopped) {
        const ready = queue.take(this.#lastPlaces())
        if (!ready) break
        this.#ready.delete(ready.key)
        const renewed = this.options.renew(ready.job)
        if (ready.isLast) this.#restLast()
        if (renewed) this.#start(queue, ready, renewed)
        else queue.done(ready)
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

  #queueOf(pool: Pool): WorkQueue<Ready> {
    const { limits } = this.options
    const known = this.#pools.get(pool)
    if (known) return known
    const queue = new WorkQueue<Ready>(pool in limits ? limits[pool as Step] : limits.attested)
    this.#pools.set(pool, queue)
    return queue
  }

  #start(queue: WorkQueue<Ready>, ready: Ready, job: Job): void {
    const { key } = ready
    const running = this.options
      .attempt(job)
      .then((result) => this.#ended(ready, result))
      .catch((error: Error) => {
        this.#ended(ready, 'early')
        this.options.onError(error, job.step, job.id)
      })
      .finally(() => {
        this.#running.delete(key)
        queue.done(ready)
        this.options.onEnd(job.id)
        this.#runSoon()
      })
    this.#running.set(key, running)
  }

  /** The most places for work that comes last in each pool; one now and then while better work is running in any. */
  #lastPlaces(): number {
    if (!this.isBusy) return Number.POSITIVE_INFINITY
    return this.#isLastResting ? 0 : 1
  }

  #restLast(): void {
    if (this.#isLastResting) return
    this.#isLastResting = true
    const wake = () => {
      this.#isLastResting = false
      this.run()
    }
    setTimeout(wake, LAST_SPACING_MS).unref()
  }

  /** Lets the event loop turn before the next job: attempts that end at once would otherwise hold everything up. */
  #runSoon(): void {
    if (this.#isRunPlanned) return
    this.#isRunPlanned = true
    setImmediate(() => {
      this.#isRunPlanned = false
      this.run()
    })
  }

  #ended({ key, since, isLast }: Ready, result: Result): void {
    if (result !== 'early' && result !== 'stuck') {
      this.#attempts.delete(key)
      return
    }
    const count = (this.#attempts.get(key)?.count ?? 0) + 1
    const longest = result === 'stuck' ? MAX_STUCK_MS : MAX_PAUSE_MS
    const growth = result === 'stuck' ? 2 : 1.3
    const first = isLast && result === 'early' ? FIRST_LAST_PAUSE_MS : FIRST_PAUSE_MS
    const pause = Math.min(first * growth ** (count - 1), longest)
    this.#attempts.set(key, { count, notBefore: this.clock() + pause, since })
  }
}

function keyOf({ step, id }: Pick<Job, 'step' | 'id'>): string {
  return `${step} ${id}`
}

function poolOf({ step, market: { condition } }: Job): Pool {
  return isAttested(condition) && (step === 'prove' || step === 'proveEarly')
    ? `${step} ${condition.type}`
    : step
}
