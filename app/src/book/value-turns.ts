// Chooses which accounts to read next, the most valuable first and the others in turn.

import { compare } from '../runtime/bigint.ts'
import { Heap } from '../runtime/heap.ts'

/** An item that is read repeatedly, and its value in lamports. */
export interface Valued {
  value: bigint
}

/** Milliseconds that an order is kept. */
const ORDER_MS = 1_000

/** One read of this many, besides those of the most valuable, is of an item without value. */
const PART = 8

/**
 * Chooses what to read next of more items than can be read at once. Half are the most valuable, every time. The others
 * take turns, and items without value get an eighth of the remaining reads: however many there are, the rest does not
 * wait for them.
 */
export class ValueTurns<Item extends Valued> {
  #order: { at: number; first: Item[]; others: Item[]; idle: Item[] } | undefined
  readonly #next = { others: 0, idle: 0 }

  /** Up to `count` of the items, which may have changed since the last call. */
  take(items: ReadonlyMap<string, Item>, count: number): Item[] {
    if (items.size <= count) return [...items.values()]
    const { first, others, idle } = this.#ordered(items, Math.ceil(count / 2))
    const free = count - first.length
    const forIdle = Math.min(idle.length, Math.max(Math.ceil(free / PART), free - others.length))
    return [...first, ...this.#turn('others', others, free - forIdle), ...this.#turn('idle', idle, forIdle)]
  }

  #turn(kind: 'others' | 'idle', list: readonly Item[], count: number): Item[] {
    const length = Math.min(count, list.length)
    const start = this.#next[kind] % Math.max(list.length, 1)
    this.#next[kind] = start + length
    return Array.from({ length }, (_, index) => list[(start + index) % list.length] as Item)
  }

  #ordered(items: ReadonlyMap<string, Item>, count: number) {
    const at = performance.now()
    if (this.#order && at - this.#order.at < ORDER_MS) return this.#order
    const best = new Heap<Item>((a, b) => compare(a.value, b.value))
    const [others, idle]: [Item[], Item[]] = [[], []]
    for (const item of items.values()) {
      if (item.value === 0n) {
        idle.push(item)
        continue
      }
      best.push(item)
      if (best.size > count) others.push(best.pop() as Item)
    }
    const first: Item[] = []
    for (let item = best.pop(); item; item = best.pop()) first.unshift(item)
    this.#order = { at, first, others, idle }
    return this.#order
  }
}
