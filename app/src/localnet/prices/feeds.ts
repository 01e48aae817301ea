import { normalizeFeedId } from '../../prices/source.ts'

/** A feed to simulate. */
export interface SimulatedFeed {
  /** What people call it: `SOL`. */
  symbol: string
  /** Pyth's id of the feed, 64 lower-case hexadecimal digits. */
  id: string
  /** Prices are multiples of 10^exponent dollars. */
  exponent: number
  /** Dollars at the start, a decimal. */
  startPrice: string
  /** How far a step goes, in parts of a billion of the price. */
  volatility: number
}

type Manner = Omit<SimulatedFeed, 'symbol' | 'id'>

/** How the feeds of the localnet move. Exponents are those of Pyth. */
const MANNERS: Record<string, Manner> = {
  SOL: { exponent: -8, startPrice: '150', volatility: 200_000 },
  BTC: { exponent: -8, startPrice: '95000', volatility: 100_000 },
  ETH: { exponent: -8, startPrice: '3400', volatility: 150_000 },
  BONK: { exponent: -10, startPrice: '0.000021', volatility: 400_000 },
  JUP: { exponent: -8, startPrice: '0.85', volatility: 300_000 },
  USDC: { exponent: -8, startPrice: '1', volatility: 2_000 },
}

/** The symbols of the feeds that the localnet simulates. */
export const SIMULATED_SYMBOLS = Object.keys(MANNERS)

/**
 * The feeds that the localnet simulates, with their ids from a table of Pyth's feeds.
 *
 * @throws Error if the table lacks one
 */
export function simulatedFeeds(table: readonly { symbol: string; id: string }[]): SimulatedFeed[] {
  return Object.entries(MANNERS).map(([symbol, manner]) => {
    const entry = table.find((feed) => feed.symbol === symbol)
    if (!entry) throw new Error(`The table of feeds has no ${symbol}, which the localnet simulates`)
    return { symbol, id: normalizeFeedId(entry.id), ...manner }
  })
}
