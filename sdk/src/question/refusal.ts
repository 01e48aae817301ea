// Refusals of questions: the reason, and proposals of what to ask instead.

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
  override name = 'Refusal'
  readonly proposals: readonly Proposal[]

  /** Every question that the reason quotes is a proposal too. */
  constructor(reason: string, proposals: readonly Proposal[] = []) {
    super(reason)
    this.proposals = [...quotedQuestions(reason).map((question) => ({ question })), ...proposals]
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
  override name = 'NotUnderstood'

  constructor(readonly part: Part) {
    super(`the ${part} of the question is not understood`)
  }
}

/** Refuses a question that names another time than the market's expiry. */
export class OtherTime extends Refusal {
  override name = 'OtherTime'
}

/**
 * Refuses the question.
 *
 * @param problem - why no condition can be derived
 * @param instead - what its author should say, as an instruction
 */
export function refuse(problem: string, instead: string, ...proposals: Proposal[]): never {
  throw new Refusal(`${problem}: ${instead}`, proposals)
}
