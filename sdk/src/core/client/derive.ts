// Derives a market's condition from its question, with the current value of what it measures.

import type { Moment } from '../condition/time.ts'
import type { Condition } from '../condition/types.ts'
import { InvalidInputError } from '../errors.ts'
import { fetchCurrentValue, type MeasuredQuantity, type ValueSourcesOf } from '../oracle/state.ts'

/** What a question is read with. */
interface QuestionContext {
  tokenAddress: string | null
  expireAt: Moment
  now: bigint
  currentValue?: string
}

/** Reads questions: `sdk/src/question`, which stands above this folder. */
export interface QuestionParser {
  parseQuestion(
    question: string,
    context: QuestionContext,
  ): { ok: true; condition: Condition } | { ok: false; reason: string }
  questionMeasures(question: string, context: QuestionContext): MeasuredQuantity | undefined
}

/** A question whose condition is not given. */
export interface DeriveInput {
  question: string
  /** The mint the question is about, in base58. */
  tokenAddress: string | null
  expireAt: Moment
  /** The chain's clock. */
  now: bigint
  /** The current value of what the question measures; fetched if it is absent. */
  currentValue?: string | undefined
}

/**
 * Derives the condition of a question. The current value, if a source has it, decides whether "hit" means to rise or to
 * fall, and whether the condition is already met.
 *
 * @throws InvalidInputError if no condition can be derived, with what to ask instead; or if it may be met already and
 *   no source has the current value
 */
export async function deriveCondition(
  input: DeriveInput,
  { parseQuestion, questionMeasures }: QuestionParser,
  sources: ValueSourcesOf,
): Promise<Condition> {
  const { question, tokenAddress, expireAt, now } = input
  const context = { tokenAddress, expireAt, now }
  const measure = questionMeasures(question, context)
  const currentValue = input.currentValue ?? (measure && (await fetchCurrentValue(measure, sources)))
  const result = parseQuestion(question, currentValue === undefined ? context : { ...context, currentValue })
  if (result.ok) {
    if (measure && currentValue === undefined) requireNoValue(result.condition)
    return result.condition
  }
  throw new InvalidInputError('question', `no condition can be derived: ${result.reason}`)
}

/** Refuses a condition that may be met already, since the current value is unknown. @throws InvalidInputError */
function requireNoValue(condition: Condition): void {
  if (condition.timing === 'atExpiry') return
  const isPrice = 'feed' in condition
  const instead = isPrice ? 'give the client `prices`, or give `currentValue`' : 'give it'
  throw new InvalidInputError(
    isPrice ? 'prices' : 'currentValue',
    `is needed to tell whether the question is answered already: ${instead}, or the condition itself`,
  )
}
