// Refusals of questions: the reason, and proposals of what to ask instead.

import { formatMoment } from '../core/condition/time.ts'
import type { Clock } from './calendar.ts'

/** What to say instead of a change, a multiple or another asset. */
export const GIVE_VALUE = 'give the value itself, as in "rise above $200"'

/** The same where a change can be meant. */
export const COMPARE = `${GIVE_VALUE}, or both times, as in "be 5% higher at 12:10 than at 12:05 UTC"`

/** Another question, market time or token that its author may have meant. */
export interface Proposal {
  question?: string
  /** Words of the question, and those to put in their place. */
  replace?: readonly [words: string, by: string]
  /** When the market would have to expire. */
  expireAt?: Date
  /** The token that the market would have to be about. */
  tokenAddress?: string | null
}

/** Refuses a question, with what its author may have meant. */
export class Refusal extends Error {
  readonly proposals: readonly Proposal[]

  /** @param proposals - a text is a question; every question that the reason quotes is a proposal too */
  constructor(reason: string, proposals: readonly (Proposal | string)[] = []) {
    super(reason)
    this.proposals = [...quotedQuestions(reason), ...proposals].map((one) =>
      typeof one === 'string' ? { question: one } : one,
    )
  }
}

/** The questions that a reason proposes, without its examples. */
function quotedQuestions(reason: string): string[] {
  return Array.from(
    reason.matchAll(/(?<!as in |like |decide )"(Will [^"…]+\?)"/g),
    ([, question = '']) => question,
  )
}

/** The part of a question with words that are not in the grammar. */
export type Part = 'opening' | 'verb' | 'rest'

/** Refuses words that are not in the grammar; the cursor is before them. */
export class NotUnderstood extends Refusal {
  constructor(readonly part: Part) {
    super(part)
  }
}

/** Refuses a question that names another time than the market's expiry. */
export class OtherTime extends Refusal {
  /** @param said - what the question says of `meant` */
  constructor(said: string, meant: Date, { expireAt }: Pick<Clock, 'expireAt'>, instead: string) {
    super(`${said}, but the market expires at ${formatMoment(expireAt)}: ${instead}`, [{ expireAt: meant }])
  }
}

/**
 * Refuses the question.
 *
 * @param problem - why no condition can be derived
 * @param instead - what its author should say, as an instruction
 */
export function refuse(problem: string, instead: string, ...proposals: (Proposal | string)[]): never {
  throw new Refusal(`${problem}: ${instead}`, proposals)
}
