// In which seconds a simulated feed publishes, and with which confidence.

import { InvalidInputError, parseAmount } from '@prediction-market/sdk'
import { findFeed } from '@prediction-market/sdk/feeds'

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

export const SIMULATED_FEEDS: readonly SimulatedFeed[] = Object.entries(BEHAVIOURS).map(
  ([symbol, behaviour]) => {
    const feed = findFeed(symbol)
    if (!feed) throw new Error(`The table of feeds lacks ${symbol}, which the localnet simulates`)
    return { symbol, id: feed.id, ...behaviour }
  },
)

/** The largest price that a feed can hold, an i64. */
const MAX_PRICE = 2n ** 63n - 1n

/**
 * Reads a price in the units of a feed, exactly: `'250.5'` with exponent −8 is 25,050,000,000.
 *
 * @throws InvalidInputError if it is not a plain decimal above zero, or has more digits than the feed can hold
 */
export function parsePrice(text: string, exponent: number): bigint {
  const price = parseConfidence(text, exponent, 'price')
  if (price === 0n) throw new InvalidInputError('price', 'must be above zero')
  return price
}

/** The same for a confidence, which may be zero. */
export function parseConfidence(text: string, exponent: number, name = 'confidence'): bigint {
  const value = parseAmount(text, -exponent, name)
  if (value > MAX_PRICE) throw new InvalidInputError(name, 'is more than this feed can hold')
  return value
}

/** How a simulated feed publishes. */
export interface Manner {
  /** Whether it publishes nothing, like the feed of a closed exchange; `false` by default. */
  asleep?: boolean | undefined
  /** Half the width of the confidence interval, in the units of the feed; a share of the price by default. */
  confidence?: bigint | undefined
}

interface Stretch extends Manner {
  from: number
}

export class Publishing {
  readonly #stretches: Stretch[] = [{ from: Number.NEGATIVE_INFINITY }]

  /** Changes how the feed publishes from a second on; earlier seconds stay as they are. */
  change(from: number, manner: Manner): void {
    if (this.#stretches.at(-1)?.from === from) this.#stretches.pop()
    this.#stretches.push({ ...manner, from })
  }

  /** The last second up to this one in which the feed published. */
  lastUpTo(second: number): number {
    let at = second
    for (const { from, asleep } of this.#stretches.toReversed()) {
      if (from > at) continue
      if (!asleep) return at
      at = from - 1
    }
    return at
  }

  /** The first second from this one on in which the feed publishes; infinite if it is asleep until further notice. */
  firstFrom(second: number): number {
    if (this.lastUpTo(second) === second) return second
    return (
      this.#stretches.find(({ from, asleep }) => from > second && !asleep)?.from ?? Number.POSITIVE_INFINITY
    )
  }

  /** The confidence that was set for a second, if one was. */
  confidenceAt(second: number): bigint | undefined {
    return this.#stretches.findLast(({ from }) => from <= second)?.confidence
  }
}
