import { type IntervalHistogram, monitorEventLoopDelay } from 'node:perf_hooks'

/** How often the event loop is looked at, in milliseconds: every block seems longer by that. */
const RESOLUTION_MS = 1

/** The longest block of the event loop. */
export interface LongestBlock {
  /** By the clock, in milliseconds: also while other processes had the processor. */
  wall: number
  /** By the processor time that this process used meanwhile, with all its threads, in milliseconds. */
  processor: number
}

/** Measures how long the event loop is blocked. */
export class EventLoopMonitor {
  readonly #delays: IntervalHistogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  #used = process.cpuUsage()
  #longest = 0

  constructor() {
    this.#delays.enable()
    setInterval(() => this.#tick(), RESOLUTION_MS).unref()
  }

  /** The longest block since the last reset. */
  get longest(): LongestBlock {
    return { wall: this.#delays.max / 1_000_000, processor: this.#longest }
  }

  reset(): void {
    this.#delays.reset()
    this.#longest = 0
  }

  #tick(): void {
    const { user, system } = process.cpuUsage(this.#used)
    this.#used = process.cpuUsage()
    this.#longest = Math.max(this.#longest, (user + system) / 1_000)
  }
}
