/** Memory of a process, in bytes. */
export interface Memory {
  /** What the system has given to it. */
  rss: number
  /** What its JavaScript objects use. */
  heap: number
}

/** One reading, with its time in milliseconds since the first. */
interface Reading extends Memory {
  at: number
}

const EVERY_MS = 1_000

/** Reads the memory of services once a second from their Prometheus metrics. */
export class MemoryWatch {
  readonly #readings = new Map<string, Reading[]>()
  readonly #start = performance.now()
  readonly #timer: NodeJS.Timeout

  /** @param services - the URL of the metrics of each service, by its name */
  constructor(services: Readonly<Record<string, string>>) {
    const readAll = () => {
      for (const [name, url] of Object.entries(services)) this.#read(name, url)
    }
    this.#timer = setInterval(readAll, EVERY_MS)
    readAll()
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  /** The median of the readings of a service between two times, in milliseconds since the start. */
  between(service: string, from: number, to: number): Memory {
    const readings = (this.#readings.get(service) ?? []).filter(({ at }) => at >= from && at < to)
    const median = (values: number[]) =>
      values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
    return { rss: median(readings.map(({ rss }) => rss)), heap: median(readings.map(({ heap }) => heap)) }
  }

  #read(name: string, url: string): void {
    const at = performance.now() - this.#start
    fetch(url)
      .then((answer) => answer.text())
      .then((text) => {
        const readings = this.#readings.get(name) ?? []
        this.#readings.set(name, readings)
        const value = (metric: string) => Number(new RegExp(`^${metric} (\\S+)$`, 'm').exec(text)?.[1])
        const rss = value('process_resident_memory_bytes')
        readings.push({ at, rss, heap: value('nodejs_heap_size_used_bytes') })
      })
      // A reading that fails is missing among many.
      .catch(() => {})
  }
}

export function megabytes(bytes: number): number {
  return Math.round(bytes / 1_024 / 1_024)
}
