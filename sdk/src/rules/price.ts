import type { Terms } from '../values.ts'
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
  /** When the feed was published before, in unix seconds. `prevPublishTime < T ≤ publishTime` holds for one update for every T. */
  prevPublishTime: number
}

/** Whether a price is positive and as certain as the terms of a market ask for. */
export function isPrecise(
  { price, conf }: Pick<Price, 'price' | 'conf'>,
  { maxConfidenceBps }: Pick<Terms, 'maxConfidenceBps'>,
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
 * A price as the rules of decisions see it.
 *
 * @param supply - the token's supply, for a market capitalisation
 */
export function showPrice(condition: Compared, price: Price, supply?: Measured): Shown {
  return {
    at: BigInt(price.publishTime),
    previous: BigInt(price.prevPublishTime),
    isMet: meets(condition, measurePrice(price, supply)),
  }
}
