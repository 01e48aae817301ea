import { Heap } from './heap.ts'

/** A market and when it is to be looked at. */
interface Entry {
  id: string
  at: number
}

/** Markets in the order of the moments at which each is to be looked at next. */
export class DueQueue {
  readonly #moments = new Map<string, number>()
  /** May hold entries that are no longer true; they are left out when their turn comes. */
  readonly #heap = new Heap<Entry>((a, b) => a.at - b.at)

  /** The moment of a market, if it has one. */
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

  /** The earliest moment. */
  get next(): number | undefined {
    this.#dropUntrue()
    return this.#heap.first?.at
  }

  /** Removes the markets whose moment has come, one by one as they are asked for: all of them may be due at once. */
  *take(now: number): Generator<string> {
    for (let at = this.next; at !== undefined && at <= now; at = this.next) {
      const { id } = this.#heap.pop() as Entry
      this.#moments.delete(id)
      yield id
    }
  }

  #dropUntrue(): void {
    for (let { first } = this.#heap; first; first = this.#heap.first) {
      if (this.#moments.get(first.id) === first.at) return
      this.#heap.pop()
    }
  }
}
