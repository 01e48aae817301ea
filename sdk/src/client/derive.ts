import type { Commitment, Connection, PublicKey } from '@solana/web3.js'
import { formatAmount } from '../amounts.ts'
import type { Moment } from '../condition/time.ts'
import type { Condition } from '../condition/types.ts'
import { InvalidInputError } from '../errors.ts'
import type { PriceSource } from '../oracle/prices.ts'
import { parseQuestion, type QuestionMeasure, questionMeasures } from '../question/parse.ts'
import type { Measured } from '../rules/compare.ts'
import { measurePrice } from '../rules/price.ts'
import { fetchMigrated, fetchSupply } from './token-state.ts'

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
  { connection, commitment, prices }: ValueSources,
): Promise<string | undefined> {
  if (measure.type === 'migration') {
    return token ? String(Number(await fetchMigrated(connection, token, commitment))) : undefined
  }
  const readsMint = measure.type === 'supply' || measure.type === 'marketCap'
  const supply = readsMint && token ? await fetchSupply(connection, token, commitment) : null
  if (measure.type === 'supply') return supply ? formatMeasured(supply) : undefined
  if (!('feed' in measure) || !prices) return undefined
  const price = await prices.latest(measure.feed)
  if (measure.type === 'price') return formatMeasured(measurePrice(price))
  return supply ? formatMeasured(measurePrice(price, supply)) : undefined
}

/** Writes a value as a plain decimal. */
function formatMeasured({ value, exponent }: Measured): string {
  return exponent <= 0 ? formatAmount(value, -exponent) : formatAmount(value * 10n ** BigInt(exponent), 0)
}
