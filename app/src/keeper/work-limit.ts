// Limits how many tasks run at once, the most valuable markets first.

import { type Work, WorkQueue } from '../book/work-queue.ts'

/** A task that waits for a place. */
interface Waiting extends Work {
  start: () => Promise<unknown>
}

/** Runs a limited number of tasks at once, those of the most valuable markets first. */
export class WorkLimit {
  readonly #queue: WorkQueue<Waiting>

  constructor(places: number) {
    this.#queue = new WorkQueue(places)
  }

  /** Runs a task as soon as it has a place; returns what it returns. */
  run<T>(rank: Pick<Work, 'value' | 'stake'>, task: () => Promise<T>): Promise<T> {
    const { value, stake } = rank
    return new Promise((resolve, reject) => {
      const start = () => task().then(resolve, reject)
      this.#queue.add({ value, stake, isLast: value === 0n, since: performance.now(), failures: 0, start })
      this.#startAll()
    })
  }

  #startAll(): void {
    for (let next = this.#queue.take(); next; next = this.#queue.take()) {
      const waiting = next
      waiting.start().finally(() => {
        this.#queue.done(waiting)
        this.#startAll()
      })
    }
  }
}
