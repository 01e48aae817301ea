// Comparisons and timings of conditions.

/** How an observed value is compared with the target. */
export type Comparison = 'above' | 'atLeast' | 'below' | 'atMost'

/**
 * When a condition must hold: `atExpiry`, at the second the market expires, or `byExpiry`, at any time from
 * its creation to its expiry, which can decide it early.
 */
export type Timing = 'atExpiry' | 'byExpiry'

/** Every comparison, in the program's order. */
export const COMPARISONS = ['above', 'atLeast', 'below', 'atMost'] as const satisfies Comparison[]

/** Every timing, in the program's order. */
export const TIMINGS = ['atExpiry', 'byExpiry'] as const satisfies Timing[]

/** The comparison of conditions without a target, whose observations are 0 or 1. */
export const HAPPENED = { comparison: 'atLeast', target: '1' } as const
