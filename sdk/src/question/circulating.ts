import { type Decimal, formatDecimal, parseDecimal } from '../condition/decimal.ts'
import { measures } from '../condition/kinds/index.ts'
import { toDate } from '../condition/time.ts'
import type { Condition } from '../condition/types.ts'
import { InvalidInputError } from '../errors.ts'
import { type Alternative, parseQuestion, type QuestionContext } from './parse.ts'
import { askChange, askState, phrase } from './phrasing.ts'

/** Digits of a price that is computed; a target has to be a number that people can read. */
const DIGITS = 8

/** More than any quotient of two decimals needs for {@link DIGITS} digits. */
const PRECISION = 60

/**
 * The other reading of a market capitalisation, of a token of which fewer are in circulation than are minted: the price
 * at which those in circulation are worth the target. Their number can be measured by nobody, so it is fixed here.
 *
 * @param condition - what the question was understood as
 * @param tokens - the tokens in circulation, as a plain decimal
 * @returns `null` for any other condition
 * @throws InvalidInputError if `tokens` is not a plain decimal above zero
 */
export function circulatingReading(
  condition: Condition,
  context: QuestionContext,
  tokens: string,
): Alternative | null {
  const isProduct = measures(condition, 'price') && measures(condition, 'mintSupply')
  if (!isProduct || !('feed' in condition) || !('target' in condition)) return null
  const { feed, comparison, timing } = condition
  const divisor = parseDecimal(tokens, 'circulatingTokens')
  if (divisor.mantissa === 0n) throw new InvalidInputError('circulatingTokens', 'must be above zero')
  const target = quotient(parseDecimal(condition.target), divisor)
  const phrasing = phrase({ type: 'price', feed }, { target, words: target }, true)
  const quoted =
    timing === 'atExpiry' ? askState(phrasing, comparison, 'at expiry') : askChange(phrasing, comparison)
  const question = quoted.slice(1, -1)
  const { expireAt, now } = context
  const result = parseQuestion(question, { expireAt, ...(now !== undefined && { now }), tokenAddress: null })
  if (!result.ok) return null
  const { condition: meant, description } = result
  return { question, tokenAddress: null, expireAt: toDate(expireAt), condition: meant, description }
}

/** A quotient, rounded to {@link DIGITS} digits. */
function quotient(dividend: Decimal, divisor: Decimal): string {
  const exact = (dividend.mantissa * 10n ** BigInt(PRECISION)) / divisor.mantissa
  const dropped = Math.max(0, exact.toString().length - DIGITS)
  const unit = 10n ** BigInt(dropped)
  const mantissa = (exact + unit / 2n) / unit
  return formatDecimal({ mantissa, exponent: dividend.exponent - divisor.exponent - PRECISION + dropped })
}
