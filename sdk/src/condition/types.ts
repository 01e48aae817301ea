/** How an observed value is compared with the target. */
export type Comparison = 'above' | 'atLeast' | 'below' | 'atMost'

/**
 * When a condition must hold: `atExpiry`, at the second the market expires, or `byExpiry`, at any time from
 * its creation to its expiry, which can decide it early.
 */
export type Timing = 'atExpiry' | 'byExpiry'

/** The Pyth price of an asset in US dollars. */
export interface PriceCondition {
  type: 'price'
  /** Pyth feed id: 64 lower-case hexadecimal digits. */
  feed: string
  comparison: Comparison
  /** US dollars, as an exact decimal such as `'250'` or `'0.000025'`. */
  target: string
  timing: Timing
}

/** The Pyth price of the market's token times its supply, in US dollars. */
export interface MarketCapCondition {
  type: 'marketCap'
  /** Pyth feed id of the market's token: 64 lower-case hexadecimal digits. */
  feed: string
  comparison: Comparison
  /** US dollars, as an exact decimal. */
  target: string
  timing: Timing
}

/** The supply of the market's token. */
export interface SupplyCondition {
  type: 'supply'
  comparison: Comparison
  /** Whole tokens, as an exact decimal. */
  target: string
  timing: Timing
}

/** The market's token has left its pump.fun bonding curve: its canonical PumpSwap pool exists. */
export interface MigrationCondition {
  type: 'migration'
  timing: Timing
}

/** How many wallets hold the market's token, as attestors count them. */
export interface HoldersCondition {
  type: 'holders'
  comparison: Comparison
  /** Holders, as a whole number. */
  target: string
  /** Smallest balance that makes a wallet count, in base units of the token. */
  minimumBalance: bigint
  timing: Timing
}

/** Any question that attestors answer. */
export interface EventCondition {
  type: 'event'
  timing: Timing
}

/** The condition that makes a market Yes, as data. */
export type Condition =
  | PriceCondition
  | MarketCapCondition
  | SupplyCondition
  | MigrationCondition
  | HoldersCondition
  | EventCondition

/** Every comparison, in the program's order. */
export const COMPARISONS = ['above', 'atLeast', 'below', 'atMost'] as const satisfies Comparison[]

/** Every timing, in the program's order. */
export const TIMINGS = ['atExpiry', 'byExpiry'] as const satisfies Timing[]

/** Every type of condition, in the program's order. */
export const METRICS = [
  'price',
  'marketCap',
  'supply',
  'migration',
  'holders',
  'event',
] as const satisfies Condition['type'][]
