// The moments at which attestors observe a market, and the observations that are due and may run now. The program counts
// only signatures for the same second, and attestors do not communicate, so a fixed schedule gives the seconds: the second
// of expiry, and before it every fifth second of unix time for conditions that can be decided early. Other conditions are
// observed less often, to show progress.

import type { Condition, Market } from '@prediction-market/sdk'
import { canBeEarly, kindOf as conditionKind } from '@prediction-market/sdk/condition'
import type { BookEntry } from '../book/entry.ts'
import { type Work, WorkQueue } from '../book/work-queue.ts'
import { compare } from '../runtime/bigint.ts'
import { remember } from '../runtime/remember.ts'

/** Seconds between two moments before expiry of a market that can be decided early. */
const STEP = 5

/** Seconds between two observations that only show progress. */
const PROGRESS_STEP = 30

/** Seconds after a moment within which its observation must be finished to be signed. */
export const TOLERANCE = 10

/** A second at which a market is observed. */
export interface Moment {
  /** Unix seconds. */
  at: number
  /** Whether the observation can decide the market. */
  counts: boolean
}

/** What a moment is for: the decision at expiry, one before it, or only to show progress. */
const MOMENT_KINDS = ['expiry', 'early', 'progress'] as const

export type MomentKind = (typeof MOMENT_KINDS)[number]

/** The parts of a market that its schedule depends on. */
export type Schedule = Pick<Market, 'createdAt' | 'expireAt' | 'condition'>

/**
 * The current moment of a market, if there is one.
 *
 * @param now - the chain's time, in unix seconds
 */
export function momentOf({ createdAt, expireAt, condition }: Schedule, now: number): Moment | undefined {
  const expiry = Number(expireAt)
  if (now >= expiry) return now <= expiry + TOLERANCE ? { at: expiry, counts: true } : undefined
  if (!canBeEarly(condition)) return { at: latest(PROGRESS_STEP, now), counts: false }
  const at = latest(STEP, now)
  return at > Number(createdAt) ? { at, counts: true } : undefined
}

/**
 * The next second at which {@link momentOf} may change; `null` if it never does again.
 *
 * @param now - the chain's time, in unix seconds
 */
export function nextChange({ expireAt, condition }: Schedule, now: number): number | null {
  const expiry = Number(expireAt)
  if (now > expiry + TOLERANCE) return null
  if (now >= expiry) return expiry + TOLERANCE + 1
  const step = canBeEarly(condition) ? STEP : PROGRESS_STEP
  return Math.min(latest(step, now) + step, expiry)
}

function latest(step: number, now: number): number {
  return Math.floor(now / step) * step
}

/** The types of conditions that attestors can read. */
export const KINDS = ['holders', 'event'] as const satisfies Condition['type'][]

export type Kind = (typeof KINDS)[number]

/** The observation of a market at a moment. */
export interface Task extends Work {
  entry: BookEntry
  moment: Moment
  /** A slot whose block time is not before the moment; the read must be from that slot or a later one. */
  slot: number
  /** The chain's time when the moment was first seen, in unix seconds, and the milliseconds of a steady clock then. */
  seenFirst: { unixSecond: number; at: number }
  state: 'due' | 'running' | 'done'
  error?: Error
}

export function kindOf({ entry }: Pick<Task, 'entry'>): Kind {
  return entry.market.condition.type as Kind
}

export function momentKindOf(task: Task): MomentKind {
  if (!task.moment.counts) return 'progress'
  return isAtExpiry(task) ? 'expiry' : 'early'
}

/** Whether a task is for the second of expiry, the last one of its market. */
export function isAtExpiry({ entry, moment }: Pick<Task, 'entry' | 'moment'>): boolean {
  return moment.at === entry.expireAt
}

/** What a task is read from: its token if it measures one, or else its market. */
export function sourceOf({ entry: { id, token, market } }: Pick<Task, 'entry'>): string {
  return conditionKind(market.condition).needsToken ? (token ?? '') : id
}

/**
 * The most reads at once. Anyone can open markets, and the limit keeps them from flooding a source. A missed moment
 * before expiry is followed by another one, that of expiry is not, so each kind has its own limit.
 */
const PLACES: Record<MomentKind, number> = { expiry: 16, early: 32, progress: 8 }

/** Milliseconds after which a read may be given up for one of a more valuable market. */
const SLOW_MS = 250

/** The tasks of one kind of condition that are due, the most valuable first. */
export class DueTasks implements Iterable<Task> {
  readonly #tasks = new Set<Task>()
  readonly #sources = new Map<string, Set<Task>>()
  readonly #queues: Record<MomentKind, WorkQueue<Task>> = {
    expiry: new WorkQueue(PLACES.expiry),
    early: new WorkQueue(PLACES.early),
    progress: new WorkQueue(PLACES.progress),
  }

  get size(): number {
    return this.#tasks.size
  }

  [Symbol.iterator](): Iterator<Task> {
    return this.#tasks.values()
  }

  add(task: Task): void {
    this.#tasks.add(task)
    this.#queueOf(task).add(task)
    remember(this.#sources, sourceOf(task), () => new Set()).add(task)
  }

  delete(task: Task): void {
    this.#tasks.delete(task)
    this.#queueOf(task).delete(task)
    const source = sourceOf(task)
    const tasks = this.#sources.get(source)
    tasks?.delete(task)
    if (tasks?.size === 0) this.#sources.delete(source)
  }

  /** Takes the next task that may run now; it counts as running until {@link release}, and stays due. */
  take(): Task | undefined {
    for (const kind of MOMENT_KINDS) {
      const task = this.#queues[kind].take()
      if (task) return task
    }
    return undefined
  }

  /** Ends the run of a task, so that another may run. */
  release(task: Task): void {
    this.#queueOf(task).done(task)
  }

  /**
   * Tasks that have run for a while and have a lower value than one that waits, at most one of each kind. Those that
   * run because they are the oldest go on.
   *
   * @param startedAt - when a task was started
   * @param now - by the same clock, in milliseconds
   */
  outweighed(startedAt: (task: Task) => number, now: number): Task[] {
    return MOMENT_KINDS.flatMap((kind) => {
      const { first, valuable } = this.#queues[kind]
      if (!first) return []
      const slow = valuable.filter((task) => now - startedAt(task) >= SLOW_MS)
      const [least] = slow.sort((a, b) => compare(a.value, b.value))
      return least && least.value < first.value ? [least] : []
    })
  }

  ofSource(source: string): Task[] {
    return [...(this.#sources.get(source) ?? [])]
  }

  #queueOf(task: Task): WorkQueue<Task> {
    return this.#queues[momentKindOf(task)]
  }
}
