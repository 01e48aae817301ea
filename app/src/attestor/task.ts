import type { BookEntry } from '../book/entry.ts'
import type { Moment, MomentKind } from './moments.ts'

/** A kind of condition that attestors decide. */
export type Kind = 'holders' | 'event'

/** The observation of a market at a moment. */
export interface Task {
  entry: BookEntry
  moment: Moment
  /** A slot whose block time is not before the moment; the read must be from that slot or a later one. */
  slot: number
  /** The chain's time when the moment was first seen, in unix seconds, and the milliseconds of a steady clock then. */
  seenFirst: { unixSecond: number; at: number }
  state: 'due' | 'running' | 'done'
  /** The latest failure. */
  error?: Error
}

/** The kind of a task's condition. */
export function kindOf({ entry }: Pick<Task, 'entry'>): Kind {
  return entry.market.condition.type as Kind
}

/** The kind of a task's moment. */
export function momentKindOf(task: Task): MomentKind {
  if (!task.moment.counts) return 'progress'
  return isAtExpiry(task) ? 'expiry' : 'early'
}

/** Whether a task is for the second of expiry, the last one of its market. */
export function isAtExpiry({ entry, moment }: Pick<Task, 'entry' | 'moment'>): boolean {
  return moment.at === Number(entry.market.expireAt)
}
