// Tracks whether the keeper can read prices, for its metrics and health.

import { type PriceSource, type PriceUpdate, UnknownFeedError } from '../prices/source.ts'

/** Milliseconds that prices may fail before the keeper is not ready: a market at its expiry can wait that long. */
const PATIENCE_MS = 60_000

/** Milliseconds after which a failure no longer counts: while a market is due, prices are read every few seconds. */
const FORGOTTEN_MS = 300_000

/** The methods of a source that read prices. A schedule is none: most are known without a request. */
const READS: ReadonlySet<string | symbol> = new Set(['latest', 'latestOf', 'updateAt', 'history'])

/** Whether a keeper can read prices, by the reads that it makes: without any, none has failed. */
export class PriceOutage {
  /** The first and the last failure since the last answer. */
  #failures: { first: number; last: number } | undefined

  constructor(
    private readonly now: () => number = Date.now,
    private readonly patienceMs: number = PATIENCE_MS,
  ) {}

  /** Whether every read has failed for `patienceMs`. A single failure is no outage, and neither are old ones. */
  get isOn(): boolean {
    if (!this.#failures) return false
    const { first, last } = this.#failures
    return last - first >= this.patienceMs && this.now() - last < FORGOTTEN_MS
  }

  /**
   * The same source, whose answers and failures are noted. Updates of a stream are answers. It must be the source that
   * asks servers: one that answers from memory does not fail.
   */
  watch<Source extends PriceSource>(source: Source): Source {
    return new Proxy(source, {
      get: (target, name) => {
        const member = Reflect.get(target, name, target)
        if (typeof member !== 'function') return member
        if (name === 'stream') return this.#watchStream(target)
        if (!READS.has(name)) return member.bind(target)
        return (...input: unknown[]) => {
          const answer = member.apply(target, input)
          if (answer instanceof Promise) this.#note(answer)
          return answer
        }
      },
    })
  }

  #watchStream(source: PriceSource): NonNullable<PriceSource['stream']> {
    return async (feedIds, onUpdates, signal) => {
      const take = (updates: PriceUpdate[]) => {
        this.#failures = undefined
        onUpdates(updates)
      }
      try {
        await source.stream?.(feedIds, take, signal)
      } catch (error) {
        if (!signal.aborted) this.#failed()
        throw error
      }
    }
  }

  #note(answer: Promise<unknown>): void {
    answer.then(
      () => {
        this.#failures = undefined
      },
      (error) => {
        // The source answers: it does not have this one feed.
        if (error instanceof UnknownFeedError) this.#failures = undefined
        else this.#failed()
      },
    )
  }

  #failed(): void {
    const last = this.now()
    this.#failures = { first: this.#failures?.first ?? last, last }
  }
}
