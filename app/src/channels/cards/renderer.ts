// Turns SVGs into PNGs on a thread of its own.

import { Worker } from 'node:worker_threads'

/** The thread's script; see `app/assets/README.md`. */
const SCRIPT = new URL('../../../assets/render-png.mjs', import.meta.url)

/** Pictures that may wait for the one that is rendered. */
const MAX_WAITING = 16

/** A picture takes much less; a thread that takes longer is replaced. */
const PATIENCE_MS = 20_000

interface Waiting {
  svg: string
  resolve(png: Uint8Array<ArrayBuffer>): void
  reject(error: Error): void
}

/** Too many pictures wait already. */
export class RendererBusyError extends Error {
  override name = 'RendererBusyError'
}

/** Renders SVG to PNG, one picture at a time, in a thread that starts with the first one. */
export class PngRenderer {
  #worker: Worker | undefined
  #current: Waiting | undefined
  #timer: NodeJS.Timeout | undefined
  readonly #waiting: Waiting[] = []

  /**
   * @throws RendererBusyError if too many wait
   * @throws Error if it is not an SVG picture
   */
  render(svg: string): Promise<Uint8Array<ArrayBuffer>> {
    if (this.#waiting.length >= MAX_WAITING) return Promise.reject(new RendererBusyError('too many pictures'))
    return new Promise((resolve, reject) => {
      this.#waiting.push({ svg, resolve, reject })
      this.#next()
    })
  }

  stop(): Promise<unknown> {
    const worker = this.#worker
    this.#fail(new Error('the renderer was stopped'))
    return worker?.terminate() ?? Promise.resolve()
  }

  #next(): void {
    if (this.#current) return
    this.#current = this.#waiting.shift()
    if (!this.#current) return
    this.#worker ??= this.#start()
    this.#timer = setTimeout(() => this.#fail(new Error('a picture took too long')), PATIENCE_MS).unref()
    this.#worker.postMessage(this.#current.svg)
  }

  #start(): Worker {
    const worker = new Worker(SCRIPT)
    worker.unref()
    worker.on('message', (answer: { png?: Uint8Array<ArrayBuffer>; error?: string }) => {
      clearTimeout(this.#timer)
      const done = this.#current
      this.#current = undefined
      if (answer.png) done?.resolve(answer.png)
      else done?.reject(new Error(answer.error))
      this.#next()
    })
    worker.on('error', (error) => {
      if (this.#worker === worker) this.#fail(error)
    })
    return worker
  }

  /** Gives up the thread and everything that waits for it; the next picture starts another. */
  #fail(error: Error): void {
    clearTimeout(this.#timer)
    const worker = this.#worker
    this.#worker = undefined
    worker?.terminate().catch(() => undefined)
    const lost = [this.#current, ...this.#waiting.splice(0)]
    this.#current = undefined
    for (const waiting of lost) waiting?.reject(error)
  }
}
