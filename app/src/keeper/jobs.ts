import type { Step } from './due.ts'

/**
 * The result of an attempt.
 *
 * - `done`: it did something
 * - `early`: there was nothing to do yet; it is retried soon
 * - `stuck`: somebody else must act first, such as a recipient; it is retried less and less often
 */
export type Result = 'done' | 'early' | 'stuck'

/** How a runner is created. */
export interface JobOptions {
  /** The most markets at once in each step. */
  limits: Readonly<Record<Step, number>>
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
 * once is limited for each step, and retries back off exponentially. The backoff is the only state.
 */
export class JobRunner {
  readonly #attempts = new Map<string, Attempts>()
  readonly #running = new Map<string, Promise<void>>()
  readonly #counts = new Map<Step, number>()

  constructor(private readonly options: JobOptions) {}

  /** Starts an attempt, unless one is running, it has to wait, or too many of its step are running. */
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

  #ended(key: string, result: Result): void {
    const count = result === 'done' ? 0 : (this.#attempts.get(key)?.count ?? 0) + 1
    const longest = result === 'stuck' ? MAX_STUCK_MS : MAX_PAUSE_MS
    const growth = result === 'stuck' ? 2 : 1.3
    const pause = count === 0 ? 0 : Math.min(FIRST_PAUSE_MS * growth ** (count - 1), longest)
    this.#attempts.set(key, { count, notBefore: Date.now() + pause })
  }
}
