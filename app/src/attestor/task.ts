// The type of a scheduled observation.

import type { Condition } from '@prediction-market/sdk'
import { kindOf as conditionKind } from '@prediction-market/sdk/condition'
import type { BookEntry } from '../book/entry.ts'
import type { Work } from '../book/work-queue.ts'
import type { Moment, MomentKind } from './moments.ts'

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
  return moment.at === entry.expireAt
}

/** What a task is read from: its token if it measures one, or else its market. */
export function sourceOf({ entry: { id, token, market } }: Pick<Task, 'entry'>): string {
  return conditionKind(market.condition).needsToken ? (token ?? '') : id
}
