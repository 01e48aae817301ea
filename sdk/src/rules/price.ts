import { BASIS_POINTS } from '../odds.ts'
import type { Observation, Terms } from '../values.ts'
import type { Measured } from './compare.ts'

/** A price: the asset costs `price × 10^exponent` dollars. */
export interface Price {
  price: bigint
  /** Half the width of the interval that holds the price, in the units of `price`. */
  conf: bigint
  exponent: number
  /** Unix seconds. */
  publishTime: number
}

/** Whether a price is positive and as certain as the terms of a market ask for. */
export function isPrecise({ price, conf }: Price, { maxConfidenceBps }: Terms): boolean {
  return price > 0n && conf * BigInt(BASIS_POINTS) <= price * BigInt(maxConfidenceBps)
}

/**
 * The observation that a price makes.
 *
 * @param supply - the token's supply, for a market capitalisation
 */
export function observePrice({ price, exponent, publishTime }: Price, supply?: Measured): Observation {
  return {
    value: price * (supply?.value ?? 1n),
    exponent: exponent + (supply?.exponent ?? 0),
    observedAt: BigInt(publishTime),
  }
}
