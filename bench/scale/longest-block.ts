// Measures how long the event loop is blocked.

import { closeSync, openSync, readSync } from 'node:fs'

/** Milliseconds between two samples. */
const EVERY_MS = 5

/**
 * Measures the longest block of this process's event loop. On Linux it is the CPU time of the main thread between two
 * samples, so that other processes do not count. Elsewhere it is wall time.
 */
export class LongestBlock {
  readonly #clock = openClock()
  readonly #timer = setInterval(() => this.#sample(), EVERY_MS)
  #last = this.#clock.now()
  #longest = 0

  /** The longest block since the last call, in milliseconds. */
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

/** The CPU time of the main thread, in milliseconds. */
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
