import type { PublicKey } from '@solana/web3.js'
import type { Moment } from '../condition/time.ts'
import type { Condition } from '../condition/types.ts'
import { InvalidInputError } from '../errors.ts'
import { fetchCurrentValue, type ValueSources } from '../oracle/current-value.ts'
import { parseQuestion, questionMeasures } from '../question/parse.ts'

/** A question whose condition is not given. */
export interface DeriveInput {
  question: string
  token: PublicKey | null
  expireAt: Moment
  /** The chain's clock. */
  now: bigint
  /** The current value of what the question measures; fetched if it is absent. */
  currentValue?: string | undefined
}

/**
 * Derives the condition that a question says. Its current value, as far as a source has it, tells whether "hit"
 * means to rise or to fall, and what is met already.
 *
 * @throws InvalidInputError if the question says no condition, with what to say instead
 */
export async function deriveCondition(input: DeriveInput, sources: ValueSources): Promise<Condition> {
  const { question, token, expireAt, now } = input
  const context = { tokenAddress: token?.toBase58() ?? null, expireAt, now }
  const measure = questionMeasures(question, context)
  const currentValue = input.currentValue ?? (measure && (await fetchCurrentValue(measure, token, sources)))
  const result = parseQuestion(question, currentValue === undefined ? context : { ...context, currentValue })
  if (result.ok) return result.condition
  throw new InvalidInputError('question', `says no condition that the program knows: ${result.reason}`)
}
