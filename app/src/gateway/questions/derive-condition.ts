import { type Condition, validateCondition } from '@prediction-market/sdk'
import {
  findContradiction,
  parseQuestion,
  QUESTION_EXAMPLES,
  type QuestionContext,
  questionMeasures,
} from '@prediction-market/sdk/question'
import { PublicKey } from '@solana/web3.js'
import { ApiError } from '../http/errors.ts'
import type { ProgressTracker } from '../progress/progress.ts'

/** A market that somebody wants to open. */
export interface AskedMarket {
  question: string
  /** In base58. */
  tokenAddress?: string | null | undefined
  /** Unix seconds. */
  expireAt: number
  condition?: Condition | undefined
}

/**
 * The condition of a new market: the one that was given, or the one that its question says. The current value of
 * what the question measures tells whether "hit" means to rise or to fall, and what is met already.
 *
 * @param now - the chain's time in unix seconds
 * @throws ApiError 400 if the question says no condition, or another one than was given
 * @throws InvalidInputError if the condition that was given is malformed
 */
export async function conditionOf(
  { question, tokenAddress, expireAt, condition }: AskedMarket,
  now: bigint,
  progress: Pick<ProgressTracker, 'currentValue'>,
): Promise<Condition> {
  if (condition) validateCondition(condition, { tokenAddress: tokenAddress ?? null })
  const context: QuestionContext = { tokenAddress: tokenAddress ?? null, expireAt: BigInt(expireAt), now }
  const measure = condition?.type === 'event' ? undefined : questionMeasures(question, context)
  const token = tokenAddress ? new PublicKey(tokenAddress) : null
  const currentValue = measure && (await progress.currentValue(measure, token))
  if (currentValue !== undefined) context.currentValue = currentValue
  if (condition) return requireAgreement(question, condition, context)
  const result = parseQuestion(question, context)
  if (result.ok) return result.condition
  throw new ApiError(
    400,
    `question: no condition can be derived from it: ${result.reason}. ` +
      `Send a condition, or ask like one of these: ${EXAMPLES}`,
  )
}

const EXAMPLES = QUESTION_EXAMPLES.map((example) => `"${example}"`).join(', ')

function requireAgreement(question: string, condition: Condition, context: QuestionContext): Condition {
  const contradiction = findContradiction(question, condition, context)
  if (!contradiction) return condition
  throw new ApiError(
    400,
    'condition: contradicts the question. ' +
      `The question says: "${contradiction.question}" The condition says: "${contradiction.condition}" ` +
      'Change one of them, or leave the condition out',
  )
}
