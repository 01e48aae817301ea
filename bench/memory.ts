import { readFileSync } from 'node:fs'

/** Memory of a process, in bytes. */
export interface Memory {
  /** What the system has given to it. */
  rss: number
  /** What its JavaScript objects use; NaN if it does not tell. */
  heap: number
}

/** A process whose memory is read. */
export interface Watched {
  pid: number
  /** Its Prometheus metrics, if they tell the heap. */
  metricsUrl?: string
}

/** One reading, with its time in milliseconds since the first. */
interface Reading extends Memory {
  at: number
}

const EVERY_MS = 1_000

/** Reads the memory of processes once a second: from Linux, the heap from their metrics. */
export class MemoryWatch {
  readonly #readings: readonly Reading[][]
  readonly #start = performance.now()
  readonly #timer: NodeJS.Timeout

  constructor(private readonly processes: readonly Watched[]) {
    this.#readings = processes.map(() => [])
    this.#timer = setInterval(() => this.#readAll(), EVERY_MS)
    this.#readAll()
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  /** The medians of the readings of a process between two times, in milliseconds since the start. */
  between(index: number, from: number, to: number): Memory {
    const readings = (this.#readings[index] ?? []).filter(({ at }) => at >= from && at < to)
    return { rss: median(readings.map(({ rss }) => rss)), heap: median(readings.map(({ heap }) => heap)) }
  }

  #readAll(): void {
    for (const [index, { pid, metricsUrl }] of this.processes.entries()) {
      const at = performance.now() - this.#start
      const rss = residentBytes(pid)
      readHeap(metricsUrl).then((heap) => this.#readings[index]?.push({ at, rss, heap }))
    }
  }
}

export function megabytes(bytes: number): string {
  return (bytes / 1_024 / 1_024).toFixed(0)
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

function median(values: readonly number[]): number {
  const known = values.filter((value) => !Number.isNaN(value)).sort((a, b) => a - b)
  return known[Math.floor(known.length / 2)] ?? Number.NaN
}
