import type { Step } from './due.ts'

/**
 * How an attempt ended.
 *
 * - `done`: it did something
 * - `early`: there was nothing to do yet; it is tried again soon
 * - `stuck`: what is left waits for somebody else, such as for a recipient; it is tried less and less often
 */
export type Result = 'done' | 'early' | 'stuck'

/** How attempts are made. */
export interface JobOptions {
  /** How many markets are worked on at once in each step. */
  limits: Readonly<Record<Step, number>>
  /** Told of an attempt that failed; it is made again. */
  onError: (error: Error, step: Step, market: string) => void
  /** Told when an attempt has ended. */
  onEnd: () => void
}

/** What is remembered of attempts, to space them. */
interface Attempts {
  count: number
  notBefore: number
}

const FIRST_PAUSE_MS = 200

/** The longest pause after a failure, or before there is a proof. */
const LONGEST_PAUSE_MS = 10_000

/** The longest pause where somebody else must act. */
const LONGEST_STUCK_MS = 15 * 60_000

/**
 * Runs steps of markets, each market and step for itself: one that hangs or fails again and again holds up no
 * other. How many run at once in each step is bounded; what has failed waits longer each time. Pauses are all
 * that is remembered.
 */
export class JobRunner {
  readonly #attempts = new Map<string, Attempts>()
  readonly #running = new Map<string, Promise<void>>()
  readonly #counts = new Map<Step, number>()

  constructor(private readonly options: JobOptions) {}

  /** Starts an attempt unless one is under way, it has to wait, or too many are being made. */
  offer(step: Step, market: string, attempt: () => Promise<Result>): void {
    const key = `${step} ${market}`
    const count = this.#counts.get(step) ?? 0
    if (this.#running.has(key) || count >= this.options.limits[step]) return
    if (Date.now() < (this.#attempts.get(key)?.notBefore ?? 0)) return
    this.#counts.set(step, count + 1)
    const running = attempt()
      .then((result) => this.#ended(key, result))
      .catch((error: Error) => {
        this.#ended(key, 'early')
        this.options.onError(error, step, market)
      })
      .finally(() => {
        this.#running.delete(key)
        this.#counts.set(step, (this.#counts.get(step) ?? 1) - 1)
        this.options.onEnd()
      })
    this.#running.set(key, running)
  }

  /** Forgets the pauses of markets that are gone. */
  keepOnly(isThere: (market: string) => boolean): void {
    for (const key of this.#attempts.keys()) {
      if (!isThere(key.slice(key.indexOf(' ') + 1))) this.#attempts.delete(key)
    }
  }

  /** Settles once nothing is under way. */
  async idle(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running.values())
  }

  #ended(key: string, result: Result): void {
    const count = result === 'done' ? 0 : (this.#attempts.get(key)?.count ?? 0) + 1
    const longest = result === 'stuck' ? LONGEST_STUCK_MS : LONGEST_PAUSE_MS
    const growth = result === 'stuck' ? 2 : 1.3
    const pause = count === 0 ? 0 : Math.min(FIRST_PAUSE_MS * growth ** (count - 1), longest)
    this.#attempts.set(key, { count, notBefore: Date.now() + pause })
  }
}
