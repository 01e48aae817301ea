// Schedules the observations of all open markets that attestors decide.

import type { Market } from '@prediction-market/sdk'
import type { MarketBook } from '../book/book.ts'
import type { BookEntry } from '../book/entry.ts'
import type { RankOf } from '../book/market-value.ts'
import { DueQueue } from '../runtime/due-queue.ts'
import { forEachInSlices } from '../runtime/slices.ts'
import type { AttestorClock } from './clock.ts'
import {
  DueTasks,
  isAtExpiry,
  type Kind,
  kindOf,
  type Moment,
  type MomentKind,
  momentKindOf,
  momentOf,
  nextChange,
  type Task,
} from './due-tasks.ts'
import type { Signer } from './signer.ts'

export interface ScheduleOptions {
  book: MarketBook
  rankOf: RankOf
  clock: AttestorClock
  signer: Signer
  /** The types of conditions that are attested. */
  kinds: readonly Kind[]
  /** Milliseconds of a clock that never jumps. */
  steadyNow: () => number
  /** Called for every moment that was missed, with the reason. */
  onMissed: (error: Error, market: string, moment: MomentKind) => void
}

/** A slot, and the times when it was seen. */
type Now = Pick<Task, 'slot' | 'seenFirst'>

/**
 * The moments of all open markets that attestors decide: which are due, and which were missed. A market is looked at
 * when its moment changes by the clock and when its observation has ended, however many others there are.
 */
export class Schedule {
  /** The markets, by id; decoded, because they are looked at every few seconds. */
  readonly #markets = new Map<string, { entry: BookEntry; market: Market }>()
  /** Markets by the second of the chain's clock at which their moment changes. */
  readonly #changes = new DueQueue()
  /** The latest task of each market, by its id. */
  readonly #tasks = new Map<string, Task>()
  /** The tasks to run, by the kind of their condition. */
  readonly due: Readonly<Record<Kind, DueTasks>> = {
    holders: new DueTasks(),
    event: new DueTasks(),
  }
  readonly #endChanges: () => void

  constructor(private readonly options: ScheduleOptions) {
    const { book } = options
    this.#endChanges = book.onChange((entry, before) => this.#onChange(entry, before))
    forEachInSlices(book.entries(), (entry) => this.#onChange(entry, undefined))
  }

  stop(): void {
    this.#endChanges()
  }

  /** Adds tasks for the moments that the clock has reached, and ends those whose moment is over. */
  async advance(): Promise<void> {
    const { clock, steadyNow } = this.options
    const { slot, unixSecond } = clock.now
    const now = { slot, seenFirst: { unixSecond, at: steadyNow() } }
    await forEachInSlices(this.#changes.take(unixSecond), (id) => this.#look(id, now))
  }

  start(task: Task): void {
    task.state = 'running'
    this.due[kindOf(task)].delete(task)
  }

  succeed(task: Task): void {
    task.state = 'done'
    this.#lookAgain(task)
  }

  /** Notes that a task failed. It is due again as long as its moment lasts, if it can decide the market. */
  fail(task: Task, error: Error): void {
    task.error = error
    task.failures += 1
    task.state = 'due'
    if (!task.moment.counts) this.#end(task)
    else if (this.#tasks.get(task.entry.id) === task) this.due[kindOf(task)].add(task)
    this.#lookAgain(task)
  }

  /** Ends a task, and reports it if it never succeeded. */
  #end(task: Task): void {
    if (task.state !== 'due') return
    task.state = 'done'
    this.due[kindOf(task)].delete(task)
    const error = task.error ?? new Error('too many other reads were running')
    this.options.onMissed(error, task.entry.id, momentKindOf(task))
  }

  /** A later moment may have waited for the task. */
  #lookAgain({ entry }: Task): void {
    if (this.#markets.has(entry.id)) this.#changes.set(entry.id, 0)
  }

  #onChange(entry: BookEntry | undefined, before: BookEntry | undefined): void {
    const market = entry?.status === 'open' ? entry.market : undefined
    if (entry && market && this.#isObserved(market)) {
      if (!this.#markets.has(entry.id)) this.#changes.set(entry.id, 0)
      this.#markets.set(entry.id, { entry, market })
      return
    }
    const id = entry?.id ?? before?.id ?? ''
    if (!this.#markets.delete(id)) return
    this.#changes.set(id, null)
    const task = this.#tasks.get(id)
    if (task) this.#end(task)
    this.#tasks.delete(id)
  }

  #isObserved({ condition }: Market): boolean {
    return this.options.kinds.some((kind) => kind === condition.type)
  }

  /** Adds a task for a market's moment if it is a new one, and notes when to look next. */
  #look(id: string, now: Now): void {
    const known = this.#markets.get(id)
    if (!known) return
    const { entry, market } = known
    const { unixSecond } = now.seenFirst
    this.#changes.set(id, nextChange(market, unixSecond))
    const moment = momentOf(market, unixSecond)
    if (!moment) {
      if (unixSecond > entry.expireAt) this.#endExpired(entry, now)
      return
    }
    const latest = this.#tasks.get(id)
    if (latest?.moment.at === moment.at && latest.moment.counts === moment.counts) return
    // The observation at expiry does not wait for an earlier one.
    const mustWait = latest?.moment.at === moment.at || !isAtExpiry({ entry, moment })
    if (latest?.state === 'running' && mustWait) return
    if (latest) this.#end(latest)
    const task = this.#taskOf(entry, moment, now)
    this.#tasks.set(id, task)
    this.due[kindOf(task)].add(task)
  }

  #taskOf(entry: BookEntry, moment: Moment, now: Now): Task {
    const rank = this.options.rankOf(entry)
    const since = now.seenFirst.at
    return { entry, moment, ...now, ...rank, isLast: rank.value === 0n, since, failures: 0, state: 'due' }
  }

  /** Reports a market whose second of expiry is over without an observation, once. */
  #endExpired(entry: BookEntry, now: Now): void {
    const { expireAt, id, market } = entry
    const latest = this.#tasks.get(id)
    if (latest?.moment.at === expireAt) {
      this.#end(latest)
      return
    }
    const error = latest?.error ?? new Error('not running, or the clock could not be read, at expiry')
    if (latest) this.due[kindOf(latest)].delete(latest)
    const task = { ...this.#taskOf(entry, { at: expireAt, counts: true }, now), error }
    this.#tasks.set(id, task)
    if (this.options.signer.of(market.address.toBase58()).get(expireAt)) task.state = 'done'
    this.#end(task)
  }
}
