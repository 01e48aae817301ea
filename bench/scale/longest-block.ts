import { closeSync, openSync, readSync } from 'node:fs'

/** Milliseconds between two samples. */
const EVERY_MS = 5

/**
 * Measures the longest time in which the event loop of this process could not turn. On Linux it is the processor time
 * of the main thread between two turns: other processes of a busy machine do not count. Elsewhere it is the time that
 * passed.
 */
export class LongestBlock {
  readonly #clock = openClock()
  readonly #timer = setInterval(() => this.#sample(), EVERY_MS)
  #last = this.#clock.now()
  #longest = 0

  /** In milliseconds, since the last time that it was asked for. */
  take(): number {
    this.#sample()
    const longest = this.#longest
    this.#longest = 0
    return longest
  }

  stop(): void {
    clearInterval(this.#timer)
    this.#clock.close()
  }

  #sample(): void {
    const now = this.#clock.now()
    this.#longest = Math.max(this.#longest, now - this.#last)
    this.#last = now
  }
}

/** The processor time of the main thread, in milliseconds. */
function openClock(): { now(): number; close(): void } {
  try {
    const file = openSync(`/proc/self/task/${process.pid}/schedstat`, 'r')
    const bytes = Buffer.alloc(64)
    return {
      now: () => Number.parseInt(bytes.toString('latin1', 0, readSync(file, bytes, 0, 64, 0)), 10) / 1e6,
      close: () => closeSync(file),
    }
  } catch {
    return { now: () => performance.now(), close: () => {} }
  }
}
