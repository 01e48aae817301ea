/** The largest price that a feed can hold, an i64. */
const MAX_PRICE = 2n ** 63n - 1n

/**
 * A positive price in the units of a feed, exactly: `'250.5'` with exponent −8 is 25,050,000,000.
 *
 * @throws Error if it is not a plain positive decimal, or finer or larger than the feed can say
 */
export function parsePrice(text: string, exponent: number): bigint {
  const match = /^(\d{1,20})(?:\.(\d{1,30}))?$/.exec(text)
  if (!match) throw new Error(`price: must be a plain decimal number such as 0.25, not ${text}`)
  const [, whole = '', fraction = ''] = match
  const digits = fraction.replace(/0+$/, '')
  if (digits.length > -exponent) {
    throw new Error(`price: ${text} has more than the ${-exponent} decimals of this feed`)
  }
  const price = BigInt(whole + digits.padEnd(-exponent, '0'))
  if (price === 0n) throw new Error('price: must be above zero')
  if (price > MAX_PRICE) throw new Error(`price: ${text} is more than this feed can hold`)
  return price
}

/** A price of a feed in plain notation; {@link parsePrice} reads it back. */
export function formatPrice(price: bigint, exponent: number): string {
  const digits = price.toString().padStart(1 - exponent, '0')
  const fraction = exponent < 0 ? digits.slice(exponent).replace(/0+$/, '') : ''
  return digits.slice(0, digits.length + exponent) + (fraction && `.${fraction}`)
}
