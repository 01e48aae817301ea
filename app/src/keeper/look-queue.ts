// The queue of markets that the keeper's loop looks at next, the most valuable first.

import TinyQueue from 'tinyqueue'
import { byValue, type Rank } from '../book/market-value.ts'

/** A market that waits, and its rank when it was added. */
interface Waiting extends Rank {
  id: string
}

/**
 * Markets to look at. Changes that come together lead to one look. The most valuable go first: thousands may come due
 * in the same second, and looking at all of them takes seconds.
 */
export class LookQueue {
  readonly #ids = new Set<string>()
  readonly #order = new TinyQueue<Waiting>([], byValue)

  /** @param rankOf - ranks a market, given its id */
  constructor(private readonly rankOf: (id: string) => Rank) {}

  get size(): number {
    return this.#ids.size
  }

  /** Whether the next market has a value: stakes on both sides. */
  get isValuable(): boolean {
    return (this.#order.peek()?.value ?? 0n) > 0n
  }

  add(id: string): void {
    if (this.#ids.has(id)) return
    this.#ids.add(id)
    this.#order.push({ id, ...this.rankOf(id) })
  }

  /** Removes and yields one market after the other, including those that are added meanwhile. */
  *take(): Generator<string> {
    for (let next = this.#order.pop(); next; next = this.#order.pop()) {
      this.#ids.delete(next.id)
      yield next.id
    }
  }
}
