// Parses prices and confidences in the units of a feed.

import { InvalidInputError, parseAmount } from '@prediction-market/sdk'

/** The largest price that a feed can hold, an i64. */
const MAX_PRICE = 2n ** 63n - 1n

/**
 * Reads a price in the units of a feed, exactly: `'250.5'` with exponent −8 is 25,050,000,000.
 *
 * @throws InvalidInputError if it is not a plain decimal above zero, or has more digits than the feed can hold
 */
export function parsePrice(text: string, exponent: number): bigint {
  const price = parseAmount(text, -exponent, 'price')
  if (price === 0n) throw new InvalidInputError('price', 'must be above zero')
  if (price > MAX_PRICE) throw new InvalidInputError('price', 'is more than this feed can hold')
  return price
}

/**
 * Reads a confidence in the units of a feed.
 *
 * @throws InvalidInputError if it is not a plain decimal, or has more digits than the feed can hold
 */
export function parseConfidence(text: string, exponent: number): bigint {
  const confidence = parseAmount(text, -exponent, 'confidence')
  if (confidence > MAX_PRICE) throw new InvalidInputError('confidence', 'is more than this feed can hold')
  return confidence
}
