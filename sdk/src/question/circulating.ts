// The price that a market cap means if only circulating tokens count.

import { type Decimal, parseDecimal } from '../core/condition/decimal.ts'
import { measures } from '../core/condition/kinds/index.ts'
import { toDate } from '../core/condition/time.ts'
import type { Condition } from '../core/condition/types.ts'
import { InvalidInputError } from '../core/errors.ts'
import { rounded } from './numbers.ts'
import { type Alternative, parseQuestion, type QuestionContext } from './parse.ts'
import { askChange, askState, phrase } from './phrasing.ts'

/** More digits than any quotient of two decimals needs before it is rounded. */
const PRECISION = 60

/**
 * The other meaning of a market capitalisation, if fewer tokens circulate than are minted: the price at which the
 * circulating tokens have the target value. Nobody can measure their number, so it is fixed when the market opens.
 *
 * @param condition - the condition that was derived from the question
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

/** A quotient, rounded. */
function quotient(dividend: Decimal, divisor: Decimal): string {
  const mantissa = (dividend.mantissa * 10n ** BigInt(PRECISION)) / divisor.mantissa
  return rounded({ mantissa, exponent: dividend.exponent - divisor.exponent - PRECISION })
}
