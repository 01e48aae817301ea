// Measures the memory of a process minute by minute, on Linux.

import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { median } from './run.ts'

/** Memory of a process at the end of a minute, in bytes. */
export interface Memory {
  /** RSS, the median of the minute. */
  resident: number
  /** The same after a garbage collection at the end of the minute. */
  collected: number
  /** Heap in use after that. */
  heap: number
}

const SAMPLE_MS = 1_000
const SAMPLES = 58

/** Milliseconds that a garbage collection may take. */
const COLLECTION_MS = 2_000

/** Reads the memory of a process that was started with `bench/collect.mjs`, minute by minute. */
export class MemoryWatch {
  readonly minutes: Memory[] = []
  readonly #running: Promise<void>
  #isStopped = false

  /** @param metricsUrl - its Prometheus metrics */
  constructor(
    private readonly pid: number,
    private readonly metricsUrl: string,
  ) {
    this.#running = this.#run()
  }

  /** Ends the last minute, which counts if half of it has passed. */
  async stop(): Promise<void> {
    this.#isStopped = true
    await this.#running
  }

  async #run(): Promise<void> {
    while (!this.#isStopped) {
      const samples: number[] = []
      while (samples.length < SAMPLES && !this.#isStopped) {
        samples.push(this.#resident())
        await sleep(SAMPLE_MS)
      }
      if (this.#isStopped && samples.length < SAMPLES / 2) return
      process.kill(this.pid, 'SIGUSR2')
      await sleep(COLLECTION_MS)
      const metrics = await (await fetch(this.metricsUrl)).text()
      const heap = Number(/^nodejs_heap_size_used_bytes (\S+)$/m.exec(metrics)?.[1])
      this.minutes.push({ resident: median(samples), collected: this.#resident(), heap })
    }
  }

  #resident(): number {
    const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${this.pid}/status`, 'utf8'))?.[1]
    return 1_024 * Number(kilobytes)
  }
}
