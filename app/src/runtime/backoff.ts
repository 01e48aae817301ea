// Pauses sources that fail, longer with every failure in a row.

export interface BackoffOptions {
  /** Milliseconds after the first failure; every further one in a row doubles them. */
  firstMs: number
  maxMs: number
  /** Unix milliseconds; by default the machine's clock. */
  clock?: (() => number) | undefined
}

/** Pauses sources that fail, each by its key: longer with every failure in a row. */
export class Backoff {
  readonly #pauses = new Map<string, { failures: number; until: number }>()
  readonly #clock: () => number

  constructor(private readonly options: BackoffOptions) {
    this.#clock = options.clock ?? Date.now
  }

  isPaused(key: string): boolean {
    return this.#clock() < (this.#pauses.get(key)?.until ?? 0)
  }

  /**
   * Pauses a source that failed.
   *
   * @param leastMs - the pause that the source asked for, such as by `Retry-After`
   */
  failed(key: string, leastMs = 0): void {
    const failures = (this.#pauses.get(key)?.failures ?? 0) + 1
    const { firstMs, maxMs } = this.options
    const pause = Math.max(Math.min(firstMs * 2 ** (failures - 1), maxMs), leastMs)
    this.#pauses.set(key, { failures, until: this.#clock() + pause })
  }

  succeeded(key: string): void {
    this.#pauses.delete(key)
  }
}
