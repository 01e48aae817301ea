// The observations that are due for one kind of condition, and which of them may run now.

import { WorkQueue } from '../book/work-queue.ts'
import { compare } from '../runtime/bigint.ts'
import { MOMENT_KINDS, type MomentKind } from './moments.ts'
import { momentKindOf, sourceOf, type Task } from './task.ts'

/**
 * The most reads at once. Anyone can open markets, and the limit keeps them from flooding a source. A missed moment
 * before expiry is followed by another one, that of expiry is not, so each kind has its own limit.
 */
const PLACES: Record<MomentKind, number> = { expiry: 16, early: 32, progress: 8 }

/** Milliseconds after which a read may be given up for one of a more valuable market. */
const SLOW_MS = 250

/** The tasks of one kind of condition that are due, the most valuable first. */
export class DueTasks implements Iterable<Task> {
  readonly #tasks = new Set<Task>()
  readonly #sources = new Map<string, Set<Task>>()
  readonly #queues: Record<MomentKind, WorkQueue<Task>> = {
    expiry: new WorkQueue(PLACES.expiry),
    early: new WorkQueue(PLACES.early),
    progress: new WorkQueue(PLACES.progress),
  }

  get size(): number {
    return this.#tasks.size
  }

  /** All tasks, in no order. */
  [Symbol.iterator](): Iterator<Task> {
    return this.#tasks.values()
  }

  add(task: Task): void {
    this.#tasks.add(task)
    this.#queueOf(task).add(task)
    const source = sourceOf(task)
    const tasks = this.#sources.get(source)
    if (tasks) tasks.add(task)
    else this.#sources.set(source, new Set([task]))
  }

  delete(task: Task): void {
    this.#tasks.delete(task)
    this.#queueOf(task).delete(task)
    const source = sourceOf(task)
    const tasks = this.#sources.get(source)
    tasks?.delete(task)
    if (tasks?.size === 0) this.#sources.delete(source)
  }

  /** Takes the next task that may run now; it counts as running until {@link release}, and stays due. */
  take(): Task | undefined {
    for (const kind of MOMENT_KINDS) {
      const task = this.#queues[kind].take()
      if (task) return task
    }
    return undefined
  }

  /** Ends the run of a task, so that another may run. */
  release(task: Task): void {
    this.#queueOf(task).done(task)
  }

  /**
   * Tasks that have run for a while and have a lower value than one that waits, at most one of each kind. Those that
   * run because they are the oldest go on.
   *
   * @param startedAt - when a task was started
   * @param now - by the same clock, in milliseconds
   */
  outweighed(startedAt: (task: Task) => number, now: number): Task[] {
    return MOMENT_KINDS.flatMap((kind) => {
      const { first, valuable } = this.#queues[kind]
      if (!first) return []
      const slow = valuable.filter((task) => now - startedAt(task) >= SLOW_MS)
      const [least] = slow.sort((a, b) => compare(a.value, b.value))
      return least && least.value < first.value ? [least] : []
    })
  }

  /** The tasks that share one read of a source. */
  ofSource(source: string): Task[] {
    return [...(this.#sources.get(source) ?? [])]
  }

  #queueOf(task: Task): WorkQueue<Task> {
    return this.#queues[momentKindOf(task)]
  }
}
