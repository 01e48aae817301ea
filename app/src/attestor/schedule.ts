import { isAttested, type Market } from '@prediction-market/sdk'
import type { MarketBook } from '../book/book.ts'
import type { BookEntry } from '../book/entry.ts'
import type { AttestorClock, ChainTime } from './clock.ts'
import { type MomentKind, momentOf } from './moments.ts'
import type { Signer } from './signer.ts'
import { isAtExpiry, momentKindOf, type Task } from './task.ts'

/** How a schedule is created. */
export interface ScheduleOptions {
  book: MarketBook
  clock: AttestorClock
  signer: Signer
  /** Whether events are attested. */
  hasEvents: boolean
  /** Milliseconds of a clock that never jumps. */
  steadyNow: () => number
  /** Called for every moment that was missed, with the reason. */
  onMissed: (error: Error, market: string, moment: MomentKind) => void
}

/** The moments of all open markets that attestors decide: which are due, and which were missed. */
export class Schedule {
  /** The open markets that attestors decide, by id; decoded, because they are looked at all the time. */
  readonly #markets = new Map<string, { entry: BookEntry; market: Market }>()
  /** The latest task of each market, by its id. */
  readonly #tasks = new Map<string, Task>()
  readonly #endChanges: () => void

  constructor(private readonly options: ScheduleOptions) {
    const { book } = options
    for (const entry of book.entries()) this.#onChange(entry, undefined)
    this.#endChanges = book.onChange((entry, before) => this.#onChange(entry, before))
  }

  /** Follows the book no more. */
  stop(): void {
    this.#endChanges()
  }

  /** The tasks to run now, the most urgent first. */
  due(): Task[] {
    const { now } = this.options.clock
    const due: Task[] = []
    for (const { entry } of this.#markets.values()) {
      const task = this.#taskOf(entry, now)
      if (task?.state === 'due') due.push(task)
    }
    return due.sort((a, b) => urgency(b) - urgency(a) || Number(b.entry.volume - a.entry.volume))
  }

  /** Ends a task, and reports it if it was never done. */
  end(task: Task): void {
    if (task.state !== 'due') return
    task.state = 'done'
    const error = task.error ?? new Error('too many other reads were running')
    this.options.onMissed(error, task.entry.id, momentKindOf(task))
  }

  #onChange(entry: BookEntry | undefined, before: BookEntry | undefined): void {
    const market = entry?.status === 'open' ? entry.market : undefined
    if (entry && market && isAttested(market.condition)) {
      this.#markets.set(entry.id, { entry, market })
      return
    }
    const id = entry?.id ?? before?.id ?? ''
    this.#markets.delete(id)
    const task = this.#tasks.get(id)
    if (task) this.end(task)
    this.#tasks.delete(id)
  }

  /** The latest task of a market, which is a new one if its next moment has come. */
  #taskOf(entry: BookEntry, now: ChainTime): Task | undefined {
    const latest = this.#tasks.get(entry.id)
    const moment = momentOf(entry.market, now.unixSecond)
    if (!moment) {
      if (now.unixSecond > entry.expireAt) this.#endExpired(entry, now)
      return undefined
    }
    if (latest?.moment.at === moment.at && latest.moment.counts === moment.counts) return latest
    // The observation at expiry does not wait for an earlier one.
    const mustWait = latest?.moment.at === moment.at || !isAtExpiry({ entry, moment })
    if (latest?.state === 'running' && mustWait) return latest
    if (latest) this.end(latest)
    const task: Task = { entry, moment, slot: now.slot, seenFirst: this.#seen(now), state: 'due' }
    this.#tasks.set(entry.id, task)
    return task
  }

  /** Reports a market whose second of expiry is over without an observation, once. */
  #endExpired(entry: BookEntry, now: ChainTime): void {
    const { signer, hasEvents } = this.options
    const { expireAt, market } = entry
    const latest = this.#tasks.get(entry.id)
    if (latest?.moment.at === expireAt) {
      this.end(latest)
      return
    }
    const error = latest?.error ?? new Error('not running, or the clock could not be read, at expiry')
    const moment = { at: expireAt, counts: true }
    const task: Task = { entry, moment, slot: now.slot, seenFirst: this.#seen(now), state: 'due', error }
    this.#tasks.set(entry.id, task)
    const isSigned = signer.of(market.address.toBase58()).get(expireAt) !== undefined
    if (isSigned || (market.condition.type === 'event' && !hasEvents)) task.state = 'done'
    this.end(task)
  }

  #seen({ unixSecond }: ChainTime): Task['seenFirst'] {
    return { unixSecond, at: this.options.steadyNow() }
  }
}

/** The last moment of a market comes first; earlier ones are followed by another soon, and progress can wait. */
function urgency(task: Task): number {
  if (!task.moment.counts) return 0
  return isAtExpiry(task) ? 2 : 1
}
