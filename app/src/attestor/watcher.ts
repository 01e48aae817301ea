import { type Condition, type HoldersCondition, meets } from '@prediction-market/sdk'
import type { MarketBook } from '../book/book.ts'
import type { BookEntry } from '../book/entry.ts'
import { countHolders, type HolderSource, signedCount } from './count.ts'
import type { EventSource } from './events.ts'
import { type Moment, momentOf } from './moments.ts'
import type { Signer } from './signer.ts'

/** An observed value of a market, signed or not. */
export interface Observation {
  /** The market's address in base58. */
  market: string
  value: bigint
  /** Unix seconds. */
  observedAt: number
}

/** How a watcher is created. */
export interface WatcherOptions {
  book: MarketBook
  /** The chain's time in unix seconds, and its slot. */
  now: () => { unixSecond: number; slot: number }
  holders: HolderSource
  /** Without a source, events are not attested. */
  events: EventSource | undefined
  signer: Signer
  /** Called for every missed moment, with the latest error. */
  onMissed: (error: Error, market: string) => void
  /** Called for every signature. */
  onSigned: (kind: 'holders' | 'event') => void
}

/** Milliseconds between two checks of the schedule. */
const TICK_MS = 200

/** Reads that may run at once. Anyone can open markets; the limit keeps them from flooding a source. */
const MAX_READS = 32

/** The observation of a market at a moment. */
interface Task {
  entry: BookEntry
  moment: Moment
  /** The slot when the moment came; the read must be from that slot or a later one. */
  slot: number
  state: 'due' | 'running' | 'done'
  /** The latest failure. */
  error?: Error
}

/** Observes every market that attestors decide at the moments of its schedule, and signs what can decide it. */
export class Watcher {
  /** The latest task of each market, by its id. */
  readonly #tasks = new Map<string, Task>()
  readonly #observations = new Map<string, Observation>()
  readonly #running = new Set<Promise<void>>()
  #timer: NodeJS.Timeout | undefined

  constructor(private readonly options: WatcherOptions) {}

  start(): void {
    this.#timer = setInterval(() => this.#tick(), TICK_MS).unref()
    this.#tick()
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer)
    await Promise.all(this.#running)
  }

  /** The latest observation of each open market. */
  observations(): Observation[] {
    return [...this.#observations.values()]
  }

  #tick(): void {
    // Markets about the same token share one read of its holders.
    const groups = new Map<string, Task[]>()
    for (const task of this.#due()) {
      const { market, token } = task.entry
      const source = market.condition.type === 'event' ? task.entry.id : (token ?? '')
      const group = groups.get(source)
      if (group) group.push(task)
      else groups.set(source, [task])
    }
    for (const [token, tasks] of groups) {
      // The others wait for a later tick.
      if (this.#running.size >= MAX_READS) break
      const [task] = tasks as [Task]
      const isEvent = task.entry.market.condition.type === 'event'
      this.#run(tasks, () => (isEvent ? this.#readEvent(task) : this.#readHolders(token, tasks)))
    }
  }

  /** The tasks to run now, the most urgent first. */
  #due(): Task[] {
    const { book, now } = this.options
    const { unixSecond, slot } = now()
    const due: Task[] = []
    for (const [id, task] of this.#tasks) {
      if (book.get(id)?.market.status === 'open') continue
      this.#end(task)
      this.#tasks.delete(id)
      this.#observations.delete(id)
    }
    for (const entry of book.entries()) {
      if (entry.market.status !== 'open' || !isAttested(entry.market.condition)) continue
      const moment = momentOf(entry.market, unixSecond)
      if (!moment) continue
      const latest = this.#tasks.get(entry.id)
      if (latest?.state === 'running') continue
      if (latest?.moment.at !== moment.at || latest.moment.counts !== moment.counts) {
        if (latest) this.#end(latest)
        const task: Task = { entry, moment, slot, state: 'due' }
        this.#tasks.set(entry.id, task)
        due.push(task)
      } else if (latest.state === 'due') due.push(latest)
    }
    return due.sort((a, b) => urgency(b) - urgency(a))
  }

  /** Runs tasks. Failed ones are due again at the next tick, as long as their moment lasts. */
  #run(tasks: readonly Task[], read: () => Promise<void>): void {
    for (const task of tasks) task.state = 'running'
    const work = read().then(
      () => {
        for (const task of tasks) task.state = 'done'
      },
      (error: Error) => {
        for (const task of tasks) {
          task.error = error
          task.state = 'due'
          // An observation that cannot decide the market is not retried.
          if (!task.moment.counts) this.#end(task)
        }
      },
    )
    this.#running.add(work)
    work.finally(() => this.#running.delete(work))
  }

  /** Ends a task, and reports it if it was never done. */
  #end(task: Task): void {
    if (task.state !== 'due') return
    task.state = 'done'
    this.options.onMissed(task.error ?? new Error('too many other reads were running'), task.entry.id)
  }

  async #readHolders(token: string, tasks: readonly Task[]): Promise<void> {
    const slot = Math.max(...tasks.map((task) => task.slot))
    const balances = await this.options.holders.balances(token, slot)
    if (!balances) return
    await Promise.all(
      tasks.map((task) => {
        const condition = task.entry.market.condition as HoldersCondition
        const count = countHolders(balances, condition.minimumBalance)
        const isMet = meets(condition, { value: count, exponent: 0 })
        return this.#record(task, count, signedCount(count, condition), isMet)
      }),
    )
  }

  async #readEvent(task: Task): Promise<void> {
    const happened = await this.options.events?.hasHappened(task.entry.market.address.toBase58())
    if (happened === null || happened === undefined) return
    const value = happened ? 1n : 0n
    await this.#record(task, value, value, happened)
  }

  /** Records an observation, and signs it if it can decide the market. */
  async #record({ entry, moment }: Task, observed: bigint, signed: bigint, isMet: boolean): Promise<void> {
    const { book, signer, onSigned } = this.options
    const { address, condition } = entry.market
    if (book.get(entry.id)?.market.status !== 'open') return
    this.#observations.set(entry.id, { market: address.toBase58(), value: observed, observedAt: moment.at })
    // Before expiry only a condition that is met decides anything.
    if (!moment.counts || (condition.timing === 'byExpiry' && !isMet)) return
    await signer.sign(address, signed, moment.at)
    onSigned(condition.type as 'holders' | 'event')
  }
}

/** Markets decided at expiry have few moments, others get another one soon; progress can wait. */
function urgency({ moment, entry }: Task): number {
  if (!moment.counts) return 0
  return entry.market.condition.timing === 'atExpiry' ? 2 : 1
}

/** Whether attestors decide a condition. */
export function isAttested({ type }: Condition): boolean {
  return type === 'holders' || type === 'event'
}
