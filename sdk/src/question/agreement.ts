// Compares the question of a market with its condition.

import { describeCondition } from '../core/condition/describe.ts'
import type { Condition } from '../core/condition/types.ts'
import { NoSingleDate } from './event-dates.ts'
import { type QuestionContext, toReading } from './parse.ts'
import { compareDecimals } from './phrasing.ts'
import { isAboutAsset, readQuestion } from './read.ts'
import { OtherTime, Refusal } from './refusal.ts'
import { WorldQuestion } from './world.ts'

/** Descriptions of a question and of a condition that contradict each other. */
export interface Contradiction {
  /** The description of the question's condition, or why its time is not the market's. */
  question: string
  /** The description of the condition that was given. */
  condition: string
}

/**
 * Compares a condition with the question that it was given for.
 *
 * An event contradicts a question that names an asset and is not one for attestors. The minimum balance of holders,
 * which questions do not name, never contradicts.
 *
 * @returns both descriptions if they differ; `undefined` if they agree or no condition can be derived
 */
export function findContradiction(
  question: string,
  condition: Condition,
  context: QuestionContext,
): Contradiction | undefined {
  const given = describeCondition(condition, context)
  const reading = toReading(context)
  try {
    const asked = readQuestion(question, reading)
    if (isSame(asked, condition)) return undefined
    return { question: describeCondition(asked, context), condition: given }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const isOther = error instanceof OtherTime || error instanceof NoSingleDate
    const isValue = condition.type === 'event' && !(error instanceof WorldQuestion) && isAboutAsset(question)
    return isOther || isValue ? { question: error.message, condition: given } : undefined
  }
}

/**
 * Whether the question of a market matches its condition: `yes`, `no`, or `unread` if the question is not understood.
 *
 * Anyone can store any text with any condition. Unless it is `yes`, show the sentence of the condition
 * (`describeCondition`) first and mark the question as the creator's words.
 */
export type Agreement = 'yes' | 'no' | 'unread'

/**
 * Reads the question of a market as of its creation and compares it with the condition.
 *
 * An event agrees only if its words could mean nothing else: nothing that is measured is in them, and every date is
 * the expiry. Verbs such as "hit", whose direction depends on the price at that time, are `unread` without
 * `currentValue`.
 *
 * @param context - `now` is the creation of the market
 */
export function questionAgrees(question: string, condition: Condition, context: QuestionContext): Agreement {
  try {
    return isSame(readQuestion(question, toReading(context)), condition) ? 'yes' : 'no'
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    if (error instanceof OtherTime || error instanceof NoSingleDate) return 'no'
    return error instanceof WorldQuestion && condition.type === 'event' ? 'yes' : 'unread'
  }
}

function isSame(one: Condition, other: Condition): boolean {
  if (one.type !== other.type) return false
  // A token does not return to its bonding curve, so both timings of a migration mean the same.
  if (one.type === 'migration') return true
  if (one.timing !== other.timing) return false
  if ('feed' in one && 'feed' in other && one.feed !== other.feed) return false
  if ('bps' in one && 'bps' in other) {
    const { comparison, bps, referenceAt } = other
    return one.comparison === comparison && one.bps === bps && one.referenceAt === referenceAt
  }
  if (!('target' in one && 'target' in other)) return true
  return one.comparison === other.comparison && compareDecimals(one.target, other.target) === 0
}
