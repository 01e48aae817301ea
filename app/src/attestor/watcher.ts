// Runs the scheduled observations, and signs those that can decide a market.

import type { ConditionOf } from '@prediction-market/sdk/condition'
import { meets } from '@prediction-market/sdk/rules'
import type { MarketBook } from '../book/book.ts'
import type { RankOf } from '../book/market-value.ts'
import { Backoff } from '../runtime/backoff.ts'
import { unlessAborted } from '../runtime/read-limited.ts'
import { forEachInSlices } from '../runtime/slices.ts'
import type { AttestorClock } from './clock.ts'
import { countHolders, type HolderSource } from './count.ts'
import {
  isAtExpiry,
  KINDS,
  type Kind,
  kindOf,
  type MomentKind,
  momentKindOf,
  sourceOf,
  type Task,
  TOLERANCE,
} from './due-tasks.ts'
import type { EventSource } from './events.ts'
import { Schedule } from './schedule.ts'
import type { Signer } from './signer.ts'

/** An observed value of a market, signed or not. */
export interface Observation {
  /** The market's address in base58. */
  market: string
  /** A number of holders; of an event 1 if it has happened and 0 if it can no longer happen. */
  value: bigint
  /** Unix seconds. */
  observedAt: number
}

export interface WatcherOptions {
  book: MarketBook
  rankOf: RankOf
  clock: AttestorClock
  holders: HolderSource
  /** Without a source, events are not attested. */
  events: EventSource | undefined
  signer: Signer
  /** Milliseconds of a clock that never jumps; by default the machine's. */
  steadyClock?: (() => number) | undefined
  /** Milliseconds that a read may take; 9,000 by default, since what is observed later is not signed. */
  readMs?: number | undefined
  /** Called for every moment that was missed, or observed too late to be signed, with the reason. */
  onMissed: (error: Error, market: string, moment: MomentKind) => void
  /** Called for every signature. */
  onSigned: (kind: Kind) => void
}

/** Milliseconds between two checks of the schedule. */
const TICK_MS = 200

/** Milliseconds that a read may take, a little less than {@link TOLERANCE}. */
const READ_MS = 9_000

interface Read {
  work: Promise<void>
  /** Milliseconds of the machine's steady clock. */
  startedAt: number
  abort: AbortController
}

interface Seen {
  value: bigint
  isMet: boolean
  /** Whether the answer can no longer change. */
  isFinal: boolean
  /** The chain's time after the read, in unix seconds. */
  seenAt: number
}

/**
 * Observes every market that attestors decide at the moments of its schedule, and signs what can decide it: the state
 * of a confirmed slot whose block time is not before the moment, read within {@link TOLERANCE} seconds.
 */
export class Watcher {
  readonly #schedule: Schedule
  readonly #observations = new Map<string, Observation>()
  /** The running reads, by the task that counts for the limit. */
  readonly #running = new Map<Task, Read>()
  /** How each kind is read: the tasks of one source together. */
  readonly #readers: Record<
    Kind,
    (source: string, tasks: readonly Task[], signal: AbortSignal) => Promise<void>
  > = {
    holders: (token, tasks, signal) => this.#readHolders(token, tasks, signal),
    event: (_, tasks, signal) => this.#readEvent(tasks[0] as Task, signal),
  }
  /** Tokens whose holders could not be read in time. */
  readonly #backoff = new Backoff({ firstMs: 5_000, maxMs: 60_000 })
  readonly #endChanges: () => void
  #timer: NodeJS.Timeout | undefined
  #isTicking = false
  #isStopped = false

  constructor(private readonly options: WatcherOptions) {
    const { book, rankOf, clock, signer, onMissed } = options
    const steadyNow = () => this.#steadyNow()
    // Conditions without a source are not attested.
    const sources: Record<Kind, object | undefined> = { holders: options.holders, event: options.events }
    const kinds = KINDS.filter((kind) => sources[kind])
    this.#schedule = new Schedule({ book, rankOf, clock, signer, kinds, steadyNow, onMissed })
    this.#endChanges = book.onChange((entry, before) => {
      if (entry?.status !== 'open') this.#observations.delete(entry?.id ?? before?.id ?? '')
    })
  }

  start(): void {
    this.#timer = setInterval(() => this.#tick(), TICK_MS).unref()
    this.#tick()
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    clearInterval(this.#timer)
    this.#endChanges()
    this.#schedule.stop()
    const reads = [...this.#running.values()]
    for (const { abort } of reads) abort.abort(new Error('the attestor was stopped'))
    await Promise.all(reads.map(({ work }) => work))
  }

  /** The latest observation of each open market. */
  observations(): Observation[] {
    return [...this.#observations.values()]
  }

  async #tick(): Promise<void> {
    if (this.#isTicking) return
    this.#isTicking = true
    await this.#schedule.advance()
    if (!this.#isStopped) this.#startReads()
    this.#isTicking = false
  }

  /** Starts reads for the tasks that are due, the most valuable first. The others wait for a later tick. */
  #startReads(): void {
    for (const kind of KINDS) {
      const due = this.#schedule.due[kind]
      for (let task = due.take(); task; task = due.take()) {
        const source = sourceOf(task)
        // A token that cannot be read is left for a later moment, except at expiry.
        if (!isAtExpiry(task) && this.#backoff.isPaused(source)) due.release(task)
        // Markets about the same token share one read of its holders.
        else this.#run(kind, source, task, due.ofSource(source))
      }
      const startedAt = (task: Task) => this.#running.get(task)?.startedAt ?? Infinity
      for (const task of due.outweighed(startedAt, performance.now())) {
        const read = this.#running.get(task)
        read?.abort.abort(new Error('given up for a more valuable market'))
        // Its place is taken at once.
        read?.work.then(() => this.#tick())
      }
    }
  }

  /**
   * Runs tasks of one source.
   *
   * @param first - the one that counts for the limit
   */
  #run(kind: Kind, source: string, first: Task, tasks: readonly Task[]): void {
    for (const task of tasks) this.#schedule.start(task)
    const { readMs = READ_MS } = this.options
    const abort = new AbortController()
    const timer = setTimeout(() => abort.abort(new Error(`not read within ${readMs} ms`)), readMs)
    const work = this.#readers[kind](source, tasks, abort.signal)
      .then(
        () => {
          for (const task of tasks) this.#schedule.succeed(task)
        },
        (error: Error) => {
          for (const task of tasks) this.#schedule.fail(task, error)
        },
      )
      .finally(() => {
        clearTimeout(timer)
        this.#running.delete(first)
        this.#schedule.due[kind].release(first)
      })
    this.#running.set(first, { work, startedAt: performance.now(), abort })
  }

  async #readHolders(token: string, tasks: readonly Task[], signal: AbortSignal): Promise<void> {
    const { holders, clock } = this.options
    const slot = Math.max(...tasks.map((task) => task.slot))
    const balances = await unlessAborted(signal, holders.balances(token, slot, signal)).catch((error) => {
      this.#backoff.failed(token)
      throw error
    })
    this.#backoff.succeeded(token)
    if (!balances) return
    await clock.read()
    const records: Promise<void>[] = []
    await forEachInSlices(tasks, (task) => {
      const condition = task.entry.market.condition as ConditionOf<'holders'>
      const count = countHolders(balances, condition.minimumBalance)
      const isMet = meets(condition, { value: count, exponent: 0 })
      records.push(this.#record(task, { value: count, isMet, isFinal: false, seenAt: this.#timeFor(task) }))
    })
    await Promise.all(records)
  }

  async #readEvent(task: Task, signal: AbortSignal): Promise<void> {
    const { events, clock } = this.options
    if (!events) return
    const address = task.entry.market.address.toBase58()
    const isMet = await unlessAborted(signal, Promise.resolve(events.finalAnswer(address)))
    if (isMet === null) {
      // At expiry there is no later moment: the source is asked again while this one lasts.
      if (isAtExpiry(task)) throw new Error('the event source has no answer yet')
      return
    }
    await clock.read()
    await this.#record(task, { value: isMet ? 1n : 0n, isMet, isFinal: true, seenAt: this.#timeFor(task) })
  }

  /**
   * The chain's time or, if later, the time when the task was first seen plus the seconds since: a node that stands
   * still must not make a late observation look timely.
   */
  #timeFor({ seenFirst }: Task): number {
    const passed = Math.floor((this.#steadyNow() - seenFirst.at) / 1_000)
    return Math.max(this.options.clock.now.unixSecond, seenFirst.unixSecond + passed)
  }

  #steadyNow(): number {
    const { steadyClock = () => performance.now() } = this.options
    return steadyClock()
  }

  /** Records an observation, and signs it if it can decide the market. */
  async #record(task: Task, { value, isMet, isFinal, seenAt }: Seen): Promise<void> {
    const { book, signer, onSigned, onMissed } = this.options
    const { entry, moment } = task
    const { address } = entry.market
    if (book.get(entry.id)?.market.status !== 'open') return
    const shown = this.#observations.get(entry.id)
    if (!shown || shown.observedAt <= moment.at) {
      this.#observations.set(entry.id, { market: address.toBase58(), value, observedAt: moment.at })
    }
    // Before expiry, holders that are too few decide nothing.
    if (!moment.counts || !(isMet || isFinal || isAtExpiry(task))) return
    if (seenAt > moment.at + TOLERANCE) {
      const error = new Error(`observed ${seenAt - moment.at} s late`)
      onMissed(error, entry.id, momentKindOf(task))
      return
    }
    await signer.sign(address, moment.at, isMet)
    onSigned(kindOf(task))
  }
}
