// Phrases that descriptions of several condition types share.

import type { Comparison, Timing } from './comparison.ts'

/** `above`, `at least` … */
export const COMPARISON_TEXT: Record<Comparison, string> = {
  above: 'above',
  atLeast: 'at least',
  below: 'below',
  atMost: 'at most',
}

/** `above 1,000`, or `above $250` with a unit. */
export function compared({ comparison, target }: { comparison: Comparison; target: string }, unit = '') {
  return `${COMPARISON_TEXT[comparison]} ${unit}${groupDigits(target)}`
}

/** `token …`, or "the market's token" if the address is unknown. */
export function tokenText(tokenAddress: string | null | undefined): string {
  return tokenAddress == null ? "the market's token" : `token ${tokenAddress}`
}

/** The update that decides, for each timing. */
export function priceReading(update: string): Record<Timing, string> {
  return {
    atExpiry: `, by the first ${update} published at or within a minute after that time`,
    byExpiry: ` in any ${update} published after the market opens`,
  }
}

/** Adds thousands separators to a plain decimal and removes trailing zeros: `1,234.5` for `1234.50`. */
export function groupDigits(decimal: string): string {
  const [whole = '', fraction = ''] = decimal.split('.')
  const significant = fraction.replace(/0+$/, '')
  return whole.replace(/\B(?=(\d{3})+$)/g, ',') + (significant && `.${significant}`)
}
