// Runs a task one run at a time, and combines look-ups of single keys into batches.

import { setTimeout as sleep } from 'node:timers/promises'

/** Runs a task one run at a time. Requests that come during a run lead to one more run after it. */
export class CoalescedTask {
  #running: Promise<void> | undefined
  #isRequested = false
  #isStopped = false
  #retry: NodeJS.Timeout | undefined

  /**
   * @param onError - called when a run fails
   * @param retryMs - how long after a failure to run again; by default only when requested
   */
  constructor(
    private readonly task: () => Promise<void>,
    private readonly onError: (error: Error) => void,
    private readonly retryMs?: number,
  ) {}

  request(): void {
    if (this.#isStopped) return
    this.#isRequested = true
    this.#running ??= this.#run()
  }

  /** Waits for the current run; no other starts. */
  async stop(): Promise<void> {
    this.#isStopped = true
    clearTimeout(this.#retry)
    await this.#running
  }

  async #run(): Promise<void> {
    while (this.#isRequested && !this.#isStopped) {
      this.#isRequested = false
      clearTimeout(this.#retry)
      await this.task().catch((error) => {
        this.onError(error)
        if (this.retryMs === undefined || this.#isStopped) return
        this.#retry = setTimeout(() => this.request(), this.retryMs).unref()
      })
    }
    this.#running = undefined
  }
}

interface Waiting<Key, Value> {
  key: Key
  resolve: (value: Value) => void
  reject: (error: unknown) => void
}

/** Milliseconds between two look-ups: an embedded database runs in this thread and would block everything else. */
const PAUSE_MS = 25

/**
 * Looks keys up in batches: one look-up runs at a time, and keys that arrive meanwhile, or in the pause after it, are
 * looked up by the next. A single key is looked up at once, and many at a time cost little more than one.
 */
export class Batches<Key, Value> {
  #waiting: Waiting<Key, Value>[] = []
  #isRunning = false

  /**
   * @param lookUp - returns the values in the order of the keys
   * @param most - the most keys of one look-up
   */
  constructor(
    private readonly lookUp: (keys: readonly Key[]) => Promise<readonly Value[]>,
    private readonly most: number,
  ) {}

  /** @throws the error of the look-up that the key was part of */
  get(key: Key): Promise<Value> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ key, resolve, reject })
      if (!this.#isRunning) void this.#run()
    })
  }

  async #run(): Promise<void> {
    this.#isRunning = true
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, this.most)
      try {
        const values = await this.lookUp(batch.map(({ key }) => key))
        for (const [index, { resolve }] of batch.entries()) resolve(values[index] as Value)
      } catch (error) {
        for (const { reject } of batch) reject(error)
      }
      await sleep(PAUSE_MS)
    }
    this.#isRunning = false
  }
}
