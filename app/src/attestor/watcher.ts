import type { ConditionOf } from '@prediction-market/sdk/condition'
import { meets } from '@prediction-market/sdk/rules'
import type { MarketBook } from '../book/book.ts'
import { Backoff } from '../runtime/backoff.ts'
import { forEachInSlices } from '../runtime/slices.ts'
import type { AttestorClock } from './clock.ts'
import { countHolders, type HolderSource } from './count.ts'
import type { EventSource } from './events.ts'
import { type MomentKind, TOLERANCE } from './moments.ts'
import { Schedule } from './schedule.ts'
import type { Signer } from './signer.ts'
import { isAtExpiry, KINDS, type Kind, kindOf, momentKindOf, sourceOf, type Task } from './task.ts'

/** An observed value of a market, signed or not. */
export interface Observation {
  /** The market's address in base58. */
  market: string
  /** A number of holders; of an event 1 if it has happened and 0 if it can no longer happen. */
  value: bigint
  /** Unix seconds. */
  observedAt: number
}

/** Options of a watcher. */
export interface WatcherOptions {
  book: MarketBook
  clock: AttestorClock
  holders: HolderSource
  /** Without a source, events are not attested. */
  events: EventSource | undefined
  signer: Signer
  /** Milliseconds of a clock that never jumps; by default the machine's. */
  steadyClock?: (() => number) | undefined
  /** Called for every moment that was missed, or observed too late to be signed, with the reason. */
  onMissed: (error: Error, market: string, moment: MomentKind) => void
  /** Called for every signature. */
  onSigned: (kind: Kind) => void
}

/** Milliseconds between two checks of the schedule. */
const TICK_MS = 200

/** Reads of each kind that may run at once. Anyone can open markets; the limit keeps them from flooding a source. */
const MAX_READS = 32

/** Further reads of each kind for observations at expiry: a moment before it is followed by another, that one is not. */
const EXPIRY_READS = 8

/** The result of a read. */
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
  readonly #running: Record<Kind, Set<Promise<void>>> = { holders: new Set(), event: new Set() }
  /** How each kind is read: the tasks of one source together. */
  readonly #readers: Record<Kind, (source: string, tasks: readonly Task[]) => Promise<void>> = {
    holders: (token, tasks) => this.#readHolders(token, tasks),
    event: (_, tasks) => this.#readEvent(tasks[0] as Task),
  }
  /** Tokens whose holders could not be read. */
  readonly #backoff = new Backoff({ firstMs: 5_000, maxMs: 60_000 })
  readonly #endChanges: () => void
  #timer: NodeJS.Timeout | undefined
  #isTicking = false
  #isStopped = false

  constructor(private readonly options: WatcherOptions) {
    const { book, clock, signer, onMissed } = options
    const steadyNow = () => this.#steadyNow()
    // What has no source is not attested.
    const sources: Record<Kind, object | undefined> = { holders: options.holders, event: options.events }
    const kinds = KINDS.filter((kind) => sources[kind])
    this.#schedule = new Schedule({ book, clock, signer, kinds, steadyNow, onMissed })
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
    await Promise.all(KINDS.flatMap((kind) => [...this.#running[kind]]))
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

  /** Starts reads for the tasks that are due, the most urgent first. The others wait for a later tick. */
  #startReads(): void {
    for (const kind of KINDS) {
      const due = this.#schedule.due[kind]
      for (let task = due.first; task; task = due.first) {
        const isLast = isAtExpiry(task)
        const places = isLast ? MAX_READS + EXPIRY_READS : MAX_READS
        if (this.#running[kind].size >= places) break
        const source = sourceOf(task)
        // A token that cannot be read is left alone until a later moment, but at expiry.
        if (!isLast && this.#backoff.isPaused(source)) due.skipFirst()
        // Markets about the same token share one read of its holders.
        else this.#run(kind, source, due.ofSource(source))
      }
    }
  }

  /** Runs tasks of one source. */
  #run(kind: Kind, source: string, tasks: readonly Task[]): void {
    for (const task of tasks) this.#schedule.start(task)
    const work = this.#readers[kind](source, tasks).then(
      () => {
        for (const task of tasks) this.#schedule.succeed(task)
      },
      (error: Error) => {
        for (const task of tasks) this.#schedule.fail(task, error)
      },
    )
    const running = this.#running[kind]
    running.add(work)
    work.finally(() => running.delete(work))
  }

  async #readHolders(token: string, tasks: readonly Task[]): Promise<void> {
    const { holders, clock } = this.options
    const slot = Math.max(...tasks.map((task) => task.slot))
    const balances = await holders.balances(token, slot).catch((error) => {
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

  async #readEvent(task: Task): Promise<void> {
    const { events, clock } = this.options
    if (!events) return
    const isMet = await events.finalAnswer(task.entry.market.address.toBase58())
    if (isMet === null) {
      // At expiry there is no later moment: the source is asked again while this one lasts.
      if (isAtExpiry(task)) throw new Error('the event source has no answer yet')
      return
    }
    await clock.read()
    await this.#record(task, { value: isMet ? 1n : 0n, isMet, isFinal: true, seenAt: this.#timeFor(task) })
  }

  /**
   * The time by the chain's clock or, if that is further, by the seconds that have passed since the task was first
   * seen: a node that stands still must not make a late observation look timely.
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
      const error = new Error(`observed ${seenAt - moment.at} s after the second that it is for`)
      onMissed(error, entry.id, momentKindOf(task))
      return
    }
    await signer.sign(address, moment.at, isMet)
    onSigned(kindOf(task))
  }
}
