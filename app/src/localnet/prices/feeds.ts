// The price feeds that the localnet simulates.

import { findFeed } from '@prediction-market/sdk/feeds'

/** A feed to simulate. */
export interface SimulatedFeed {
  /** Such as `SOL`. */
  symbol: string
  /** Pyth's id of the feed, 64 lower-case hexadecimal digits. */
  id: string
  /** Prices are multiples of 10^exponent dollars. */
  exponent: number
  /** In dollars, a decimal. */
  startPrice: string
  /** Size of a step, in billionths of the price. */
  volatility: number
}

type Behaviour = Omit<SimulatedFeed, 'symbol' | 'id'>

/** How the feeds of the localnet move. Exponents are those of Pyth. */
const BEHAVIOURS: Record<string, Behaviour> = {
  SOL: { exponent: -8, startPrice: '150', volatility: 200_000 },
  BTC: { exponent: -8, startPrice: '95000', volatility: 100_000 },
  ETH: { exponent: -8, startPrice: '3400', volatility: 150_000 },
  BONK: { exponent: -10, startPrice: '0.000021', volatility: 400_000 },
  JUP: { exponent: -8, startPrice: '0.85', volatility: 300_000 },
  USDC: { exponent: -8, startPrice: '1', volatility: 2_000 },
}

/** The feeds that the localnet simulates. */
export const SIMULATED_FEEDS: readonly SimulatedFeed[] = Object.entries(BEHAVIOURS).map(
  ([symbol, behaviour]) => {
    const feed = findFeed(symbol)
    if (!feed) throw new Error(`The table of feeds lacks ${symbol}, which the localnet simulates`)
    return { symbol, id: feed.id, ...behaviour }
  },
)
