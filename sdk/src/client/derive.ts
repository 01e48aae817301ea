import type { Commitment, Connection, PublicKey } from '@solana/web3.js'
import { type Condition, kindOf, type Reading } from '../condition/kinds/index.ts'
import type { Moment } from '../condition/time.ts'
import { InvalidInputError } from '../errors.ts'
import type { PriceSource } from '../oracle/pyth/price-source.ts'
import { fetchState } from '../oracle/state.ts'
import { parseQuestion, type QuestionMeasure, questionMeasures } from '../question/parse.ts'
import { formatMeasured, type Measured, multiplyMeasured } from '../rules/compare.ts'
import { measurePrice } from '../rules/price.ts'

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

/** Where current values are read. */
export interface ValueSources {
  connection: Connection
  commitment: Commitment
  prices?: PriceSource | undefined
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
  const currentValue = input.currentValue ?? (measure && (await fetchValue(measure, token, sources)))
  const result = parseQuestion(question, currentValue === undefined ? context : { ...context, currentValue })
  if (result.ok) return result.condition
  throw new InvalidInputError('question', `says no condition that the program knows: ${result.reason}`)
}

/** The current value of what a question measures; `undefined` if no source has it. */
async function fetchValue(
  measure: QuestionMeasure,
  token: PublicKey | null,
  sources: ValueSources,
): Promise<string | undefined> {
  const values: Measured[] = []
  for (const reading of kindOf(measure).reads) {
    const value = await fetchReading(reading, measure, token, sources)
    if (!value) return undefined
    values.push(value)
  }
  return formatMeasured(multiplyMeasured(values))
}

async function fetchReading(
  reading: Reading,
  measure: QuestionMeasure,
  token: PublicKey | null,
  { connection, commitment, prices }: ValueSources,
): Promise<Measured | undefined> {
  // Attestors measure for open markets only.
  if (reading === 'attestation') return undefined
  if (reading === 'price') {
    return 'feed' in measure && prices ? measurePrice(await prices.latest(measure.feed)) : undefined
  }
  return token
    ? (await fetchState(reading, [token], connection, commitment)).get(token.toBase58())
    : undefined
}
