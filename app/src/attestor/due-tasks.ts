import { Heap } from '../runtime/heap.ts'
import { forEachInSlices } from '../runtime/slices.ts'
import { byUrgency, sourceOf, type Task } from './task.ts'

/** Entries that the order may have beyond twice the number of tasks. */
const SPARE = 1_000

/** The tasks of one kind that are due, the most urgent first. */
export class DueTasks implements Iterable<Task> {
  readonly #tasks = new Set<Task>()
  readonly #sources = new Map<string, Set<Task>>()
  /** May hold tasks that are no longer due; they are left out when their turn comes. */
  #order = new Heap(byUrgency)

  get size(): number {
    return this.#tasks.size
  }

  /** The most urgent task. */
  get first(): Task | undefined {
    for (let { first } = this.#order; first; first = this.#order.first) {
      if (this.#tasks.has(first)) return first
      this.#order.pop()
    }
    return undefined
  }

  /** All tasks, in no order. */
  [Symbol.iterator](): Iterator<Task> {
    return this.#tasks.values()
  }

  add(task: Task): void {
    this.#tasks.add(task)
    this.#order.push(task)
    const source = sourceOf(task)
    const tasks = this.#sources.get(source)
    if (tasks) tasks.add(task)
    else this.#sources.set(source, new Set([task]))
  }

  delete(task: Task): void {
    this.#tasks.delete(task)
    const source = sourceOf(task)
    const tasks = this.#sources.get(source)
    tasks?.delete(task)
    if (tasks?.size === 0) this.#sources.delete(source)
  }

  /** Leaves the most urgent task out of the order. It stays due. */
  skipFirst(): void {
    this.#order.pop()
  }

  /** The tasks that one read of a source is enough for. */
  ofSource(source: string): Task[] {
    return [...(this.#sources.get(source) ?? [])]
  }

  /** Makes the order anew if most of it is no longer due, which happens when more comes due than can be read. */
  async tidy(): Promise<void> {
    if (this.#order.size <= 2 * this.size + SPARE) return
    this.#order = new Heap(byUrgency)
    await forEachInSlices(this.#tasks, (task) => this.#order.push(task))
  }
}
