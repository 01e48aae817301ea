// A queue of work for a limited number of places, the most valuable markets first.

import TinyQueue from 'tinyqueue'
import { byValue, type Rank } from './market-value.ts'

/** Work for a market that waits for a place. */
export interface Work extends Rank {
  /** Whether its market has no value, or less than the work costs. */
  isLast: boolean
  /** Since when it has been due; any clock will do. */
  since: number
  /** How often it has failed so far. */
  failures: number
}

/** What a place is for: the most valuable work, the oldest, or work that comes last. */
type Lane = 'value' | 'oldest' | 'last'

const LANES: readonly Lane[] = ['value', 'oldest', 'last']

/** One place of this many is for the oldest work, and as many more are for work that comes last. */
const PART = 8

/** Entries that an order may have beyond twice the number of items that wait. */
const SPARE = 1_000

const ORDERS: Record<Lane, (a: Work, b: Work) => number> = {
  value: byValue,
  oldest: (a, b) => a.failures - b.failures || a.since - b.since,
  last: byValue,
}

/**
 * Work that waits for one of a limited number of places. Anyone can open markets, so the most valuable go first, and
 * one place in eight is for the work that has been due longest, so that small markets are not forgotten. Work that
 * comes last has separate places and never takes another one: however much of it there is, the rest does not wait for
 * it.
 */
export class WorkQueue<Item extends Work> {
  readonly #places: Record<Lane, number>
  readonly #waiting = new Set<Item>()
  /** May hold items that no longer wait; they are skipped when their turn comes. */
  readonly #orders: Record<Lane, TinyQueue<Item>>
  readonly #running = new Map<Item, Lane>()
  readonly #taken: Record<Lane, number> = { value: 0, oldest: 0, last: 0 }

  /** @param places - the most items at once, not counting work that comes last */
  constructor(places: number) {
    const part = Math.max(1, Math.floor(places / PART))
    this.#places = { value: Math.max(1, places - part), oldest: part, last: part }
    const order = (lane: Lane) => new TinyQueue<Item>([], ORDERS[lane])
    this.#orders = { value: order('value'), oldest: order('oldest'), last: order('last') }
  }

  get size(): number {
    return this.#waiting.size
  }

  /** The items that were taken for their value and are not done yet. */
  get valuable(): Item[] {
    return [...this.#running].flatMap(([item, lane]) => (lane === 'value' ? [item] : []))
  }

  /** The most valuable item that waits, not counting work that comes last. */
  get first(): Item | undefined {
    return this.#firstOf('value')
  }

  /** Whether work that does not come last has a place. */
  get isBusy(): boolean {
    return this.#taken.value + this.#taken.oldest > 0
  }

  add(item: Item): void {
    this.#waiting.add(item)
    for (const lane of lanesOf(item)) {
      this.#tidy(lane)
      this.#orders[lane].push(item)
    }
  }

  delete(item: Item): void {
    this.#waiting.delete(item)
  }

  /**
   * Takes the next item that there is a place for, until {@link done}.
   *
   * @param lastPlaces - the most places for work that comes last, if they are fewer than usual
   */
  take(lastPlaces = Number.POSITIVE_INFINITY): Item | undefined {
    for (const lane of LANES) {
      const places = lane === 'last' ? Math.min(lastPlaces, this.#places[lane]) : this.#places[lane]
      const item = this.#taken[lane] < places ? this.#firstOf(lane) : undefined
      if (!item) continue
      this.#waiting.delete(item)
      this.#running.set(item, lane)
      this.#taken[lane] += 1
      return item
    }
    return undefined
  }

  done(item: Item): void {
    const lane = this.#running.get(item)
    if (!lane) return
    this.#running.delete(item)
    this.#taken[lane] -= 1
  }

  #firstOf(lane: Lane): Item | undefined {
    const order = this.#orders[lane]
    for (let first = order.peek(); first; first = order.peek()) {
      if (this.#waiting.has(first)) return first
      order.pop()
    }
    return undefined
  }

  /** Rebuilds an order if most of its items no longer wait. */
  #tidy(lane: Lane): void {
    if (this.#orders[lane].length <= 2 * this.#waiting.size + SPARE) return
    const order = new TinyQueue<Item>([], ORDERS[lane])
    for (const item of this.#waiting) if (lanesOf(item).includes(lane)) order.push(item)
    this.#orders[lane] = order
  }
}

function lanesOf({ isLast }: Work): readonly Lane[] {
  return isLast ? ['last'] : ['value', 'oldest']
}

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
