// A queue of markets by time.

import TinyQueue from 'tinyqueue'

/** A market and the moment at which it is due. */
interface Entry {
  id: string
  at: number
}

/** Markets in the order of the moments at which they are due. */
export class DueQueue {
  readonly #moments = new Map<string, number>()
  /** May hold outdated entries, which are skipped when their turn comes. */
  readonly #heap = new TinyQueue<Entry>([], (a, b) => a.at - b.at)

  get(id: string): number | undefined {
    return this.#moments.get(id)
  }

  /** Sets the moment of a market; `null` if there is none. */
  set(id: string, at: number | null): void {
    if (at === null) {
      this.#moments.delete(id)
      return
    }
    if (this.#moments.get(id) === at) return
    this.#moments.set(id, at)
    this.#heap.push({ id, at })
  }

  get next(): number | undefined {
    this.#dropUntrue()
    return this.#heap.peek()?.at
  }

  /** Removes the markets that are due, one by one as they are read: all of them may be due at once. */
  *take(now: number): Generator<string> {
    for (let at = this.next; at !== undefined && at <= now; at = this.next) {
      const { id } = this.#heap.pop() as Entry
      this.#moments.delete(id)
      yield id
    }
  }

  #dropUntrue(): void {
    for (let first = this.#heap.peek(); first; first = this.#heap.peek()) {
      if (this.#moments.get(first.id) === first.at) return
      this.#heap.pop()
    }
  }
}
