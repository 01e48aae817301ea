// Measures the memory of processes minute by minute, on Linux.

import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

/** Memory of a process at the end of a minute, in bytes. */
export interface Memory {
  /** RSS, the median of the minute. */
  resident: number
  /** The same after a garbage collection at the end of the minute. */
  collected: number
  /** Heap in use after that; NaN if the process does not report it. */
  heap: number
}

/** A process that was started with `bench/collect.mjs`. */
export interface Watched {
  pid: number
  /** Its Prometheus metrics, if they include the heap. */
  metricsUrl?: string
}

const SAMPLE_MS = 1_000
const SAMPLES = 58

/** Milliseconds that a garbage collection may take. */
const COLLECTION_MS = 2_000

/** Reads the memory of processes minute by minute, on Linux. */
export class MemoryWatch {
  /** For each process the minutes so far. */
  readonly minutes: readonly Memory[][]
  readonly #running: Promise<void>
  #isStopped = false

  constructor(private readonly processes: readonly Watched[]) {
    this.minutes = processes.map(() => [])
    this.#running = this.#run()
  }

  /** Ends the last minute, which counts if half of it has passed. */
  async stop(): Promise<void> {
    this.#isStopped = true
    await this.#running
  }

  async #run(): Promise<void> {
    while (!this.#isStopped) {
      const end = performance.now() + SAMPLE_MS * SAMPLES
      const samples: number[][] = this.processes.map(() => [])
      while (performance.now() < end && !this.#isStopped) {
        for (const [index, { pid }] of this.processes.entries()) samples[index]?.push(residentBytes(pid))
        await sleep(SAMPLE_MS)
      }
      if (this.#isStopped && (samples[0]?.length ?? 0) < SAMPLES / 2) return
      for (const { pid } of this.processes) process.kill(pid, 'SIGUSR2')
      await sleep(COLLECTION_MS)
      for (const [index, { pid, metricsUrl }] of this.processes.entries()) {
        const collected = residentBytes(pid)
        const heap = await readHeap(metricsUrl)
        this.minutes[index]?.push({ resident: median(samples[index] ?? []), collected, heap })
      }
    }
  }
}

export function megabytes(bytes: number): string {
  return (bytes / 1_024 / 1_024).toFixed(0)
}

export function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}

function residentBytes(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return 1_024 * Number(kilobytes)
}

async function readHeap(metricsUrl: string | undefined): Promise<number> {
  if (metricsUrl === undefined) return Number.NaN
  const text = await fetch(metricsUrl)
    .then((answer) => answer.text())
    .catch(() => '')
  return Number(/^nodejs_heap_size_used_bytes (\S+)$/m.exec(text)?.[1])
}
