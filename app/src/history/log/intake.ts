// Takes events from any source, in any order, and appends those whose turn it is. The others wait here.

import { remember } from '../../runtime/remember.ts'
import type { Database } from '../../store/database.ts'
import { appendEvents, type OfferedEvent } from './append.ts'

/** The most events that wait. More than that are found again by number. */
const MAX_WAITING = 50_000

/** What a market lacks. */
export interface Gap {
  /** When it was noticed, in unix milliseconds. */
  since: number
  /** The number of an event that is known to exist, while one before it is missing. */
  upTo: number
}

/**
 * Appends events of any number of markets. An event waits until the one before it of its market is in the log; meanwhile
 * the market has a gap. An event that contradicts the log, because one of them is on a fork, waits for finality.
 */
export class Intake {
  readonly #waiting = new Map<string, Map<number, OfferedEvent>>()
  readonly #conflicts = new Map<string, OfferedEvent>()
  readonly #gaps = new Map<string, Gap>()
  /** Markets without an account whose last event cannot be read. */
  readonly ended = new Set<string>()
  #count = 0

  constructor(
    private readonly db: Database,
    private readonly program: string,
  ) {}

  /** The markets that lack an event, by address. */
  get gaps(): ReadonlyMap<string, Gap> {
    return this.#gaps
  }

  firstWaiting(market: string): OfferedEvent | undefined {
    const events = this.#waiting.get(market)
    return events?.get(Math.min(...events.keys()))
  }

  /** Appends events, together with those of their markets that wait. */
  async offer(events: readonly OfferedEvent[]): Promise<void> {
    if (events.length === 0) return
    const markets = new Set(events.map(({ market }) => market))
    const waiting = [...markets].flatMap((market) => [...(this.#waiting.get(market)?.values() ?? [])])
    const all = [...events, ...waiting]
    const offers = await appendEvents(this.db, this.program, all)
    for (const market of markets) this.#forget(market)
    for (const [index, event] of all.entries()) {
      const offer = offers[index]
      if (offer === 'waiting') this.#wait(event)
      if (offer === 'conflict')
        this.#conflicts.set(`${event.signature} ${event.market} ${event.sequence}`, event)
    }
    for (const market of markets) {
      const first = this.firstWaiting(market)
      if (first) this.note(market, first.sequence)
      else if ((this.#gaps.get(market)?.upTo ?? 0) <= lastLogged(all, offers, market))
        this.#gaps.delete(market)
    }
  }

  /** Notes that a market lacks an event: one with the number `upTo` exists. */
  note(market: string, upTo: number): void {
    const known = this.#gaps.get(market)
    this.#gaps.set(market, { since: known?.since ?? Date.now(), upTo: Math.max(upTo, known?.upTo ?? 0) })
  }

  /** Notes that a market lacks nothing. */
  isComplete(market: string): void {
    if (!this.#waiting.has(market)) this.#gaps.delete(market)
  }

  /** Discards an event that waits, because the chain dropped its transaction. */
  discard({ market, sequence }: OfferedEvent): void {
    const events = this.#waiting.get(market)
    if (!events?.delete(sequence)) return
    this.#count -= 1
    if (events.size > 0) return
    this.#waiting.delete(market)
    this.#gaps.delete(market)
  }

  /** Offers events again that contradicted the log, after some of it was dropped. */
  async retryConflicts(finalSlot: number): Promise<void> {
    const events = [...this.#conflicts.values()]
    this.#conflicts.clear()
    // What contradicts a final event was on a fork.
    await this.offer(events)
    for (const [key, { slot }] of this.#conflicts) if (slot <= finalSlot) this.#conflicts.delete(key)
  }

  #wait(event: OfferedEvent): void {
    if (this.#count >= MAX_WAITING) return
    const events = remember(this.#waiting, event.market, () => new Map<number, OfferedEvent>())
    if (!events.has(event.sequence)) this.#count += 1
    events.set(event.sequence, event)
  }

  #forget(market: string): void {
    this.#count -= this.#waiting.get(market)?.size ?? 0
    this.#waiting.delete(market)
  }
}

/** The largest number of a market's events that the log has of these. */
function lastLogged(all: readonly OfferedEvent[], offers: readonly string[], market: string): number {
  const logged = all.filter((event, index) => event.market === market && offers[index] !== 'waiting')
  return Math.max(0, ...logged.map(({ sequence }) => sequence))
}
