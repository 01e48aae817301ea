// Prices and supplies as input for the rules of decisions.

import { MAX_PRICE_DELAY } from '../../idl/limits.ts'
import { measures } from '../condition/kinds/index.ts'
import type { Condition } from '../condition/types.ts'
import type { TermsOf } from '../shapes.ts'
import { type Compared, type Measured, meets } from './compare.ts'
import type { Shown } from './decide.ts'
import { BASIS_POINTS } from './odds.ts'

/** A price: the asset costs `price × 10^exponent` dollars. */
export interface Price {
  price: bigint
  /** Half the width of the interval that holds the price, in the units of `price`. */
  conf: bigint
  exponent: number
  /** Unix seconds. */
  publishTime: number
  /** When the update before was published. For every second T one update has `prevPublishTime < T ≤ publishTime`. */
  prevPublishTime: number
}

/** The fields of a market that reading a price or a supply needs; a `Market` has them. */
export interface MeasuredMarket {
  condition: Compared & Pick<Condition, 'type' | 'timing'>
  expireAt: bigint
  terms: Pick<TermsOf<unknown>, 'maxConfidenceBps'>
  /**
   * The token's supply at creation, if nobody could mint more of it; of a change, its reference price. `null` otherwise.
   */
  reference: Measured | null
}

/** Whether a price is positive and its confidence interval as narrow as the market's terms require. */
export function isPrecise(
  { price, conf }: Pick<Price, 'price' | 'conf'>,
  { maxConfidenceBps }: Pick<TermsOf<unknown>, 'maxConfidenceBps'>,
): boolean {
  return price > 0n && conf * BigInt(BASIS_POINTS) <= price * BigInt(maxConfidenceBps)
}

/** The value of one token at a price, or of a whole supply. */
export function measurePrice(
  { price, exponent }: Pick<Price, 'price' | 'exponent'>,
  supply?: Measured,
): Measured {
  if (!supply) return { value: price, exponent }
  return { value: price * supply.value, exponent: exponent + supply.exponent }
}

/**
 * A price as input for the rules of decisions. A price that is too uncertain, or too late for the expiry, is not read:
 * for `byExpiry` it proves that the condition was not met.
 *
 * @param supply - the token's supply, for a market capitalisation
 * @returns `null` if the supply of a market capitalisation or the reference price of a change is missing
 */
export function showPrice(
  market: MeasuredMarket,
  price: Price,
  supply: Measured | null = null,
): Shown | null {
  const { condition, expireAt, terms } = market
  const times = { at: BigInt(price.publishTime), previous: BigInt(price.prevPublishTime) }
  const isRead = isPrecise(price, terms) && isInTime(price, expireAt)
  if (!isRead) return { ...times, reading: 'unreadable', isSure: false }
  if ('referenceAt' in condition) {
    if (!market.reference) return null
    const isMet = meets(condition, measurePrice(price), market.reference)
    return { ...times, reading: isMet ? 'met' : 'notMet', isSure: false }
  }
  if (!measures(condition, 'mintSupply')) return { ...times, ...answerOf(market, measurePrice(price), null) }
  if (!supply) return null
  const before = market.reference && measurePrice(price, market.reference)
  return { ...times, ...answerOf(market, measurePrice(price, supply), before) }
}

/** The reference price of a change as input for the rules of decisions. */
export function showReference(
  { condition, terms }: { condition: { referenceAt: bigint }; terms: MeasuredMarket['terms'] },
  price: Price,
): Shown {
  const isRead = isPrecise(price, terms) && isInTime(price, condition.referenceAt)
  return {
    at: BigInt(price.publishTime),
    previous: BigInt(price.prevPublishTime),
    reading: isRead ? 'notMet' : 'unreadable',
    isSure: false,
  }
}

/** Whether a price was published in time to be the price at a second. */
function isInTime({ publishTime }: Pick<Price, 'publishTime'>, second: bigint): boolean {
  return BigInt(publishTime) <= second + BigInt(MAX_PRICE_DELAY)
}

/** A supply at a second of the chain's clock, as input for the rules of decisions. */
export function showSupply(market: MeasuredMarket, supply: Measured, now: bigint): Shown {
  return { at: now, previous: null, ...answerOf(market, supply, market.reference) }
}

/** The answer by the current value, and whether the value at creation gives the same answer. */
function answerOf(
  { condition }: MeasuredMarket,
  measured: Measured,
  before: Measured | null,
): Pick<Shown, 'reading' | 'isSure'> {
  const isMet = meets(condition, measured)
  return { reading: isMet ? 'met' : 'notMet', isSure: before !== null && meets(condition, before) === isMet }
}
