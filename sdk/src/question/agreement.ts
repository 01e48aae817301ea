// Compares the question of a market with its condition.

import { describeCondition } from '../core/condition/describe.ts'
import type { Condition } from '../core/condition/types.ts'
import { checkCharacters } from './characters.ts'
import { compareDecimals } from './direction.ts'
import { type QuestionContext, toReading } from './parse.ts'
import { readQuestion } from './read.ts'
import { OtherTime, Refusal } from './refusal.ts'

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
 * A condition of type `event` never contradicts, because attestors answer the question itself. Nor does the minimum
 * balance of holders, which questions do not name, or the timing of a migration.
 *
 * @returns both descriptions if they differ; `undefined` if they agree or no condition can be derived
 */
export function findContradiction(
  question: string,
  condition: Condition,
  context: QuestionContext,
): Contradiction | undefined {
  if (condition.type === 'event') return undefined
  const given = describeCondition(condition, context)
  try {
    const asked = readQuestion(question, toReading(context))
    if (isSame(asked, condition)) return undefined
    return { question: describeCondition(asked, context), condition: given }
  } catch (error) {
    if (error instanceof OtherTime) return { question: error.message, condition: given }
    if (error instanceof Refusal) return undefined
    throw error
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
 * Attestors answer the question of an event itself, so it agrees unless it has deceiving characters. Verbs such as
 * "hit", whose direction depends on the price at that time, are `unread` without `currentValue`.
 *
 * @param context - `now` is the creation of the market
 */
export function questionAgrees(question: string, condition: Condition, context: QuestionContext): Agreement {
  try {
    const text = checkCharacters(question)
    if (condition.type === 'event') return 'yes'
    return isSame(readQuestion(text, toReading(context)), condition) ? 'yes' : 'no'
  } catch (error) {
    if (error instanceof OtherTime) return 'no'
    if (error instanceof Refusal) return 'unread'
    throw error
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
