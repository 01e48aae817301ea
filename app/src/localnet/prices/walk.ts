// The random walk of a simulated price.

import { createHash } from 'node:crypto'

/** Octave j moves once in 4^j seconds and 2^j times as far, up to 18 hours; their sum is a random walk. */
const OCTAVES = 9

/** The first octave of the moving average, which leaves out moves of less than an hour. */
const SLOW_OCTAVE = 6

/** Steps are in billionths of the price. */
const BILLION = 1_000_000_000n

/** A price and its exponential moving average, in the units of the feed. */
export interface WalkPoint {
  price: bigint
  ema: bigint
}

/** A hash of 32 bits. */
function scramble(bits: number): number {
  let x = bits
  x = Math.imul(x ^ (x >>> 16), 0x21f0aaad)
  x = Math.imul(x ^ (x >>> 15), 0x735a2d97)
  return x ^ (x >>> 15)
}

/**
 * A random walk with one step a second. The price is a function of the second, so any past second can be computed
 * and nothing is stored but the prices that were held. The walk is a sum of octaves of
 * noise, each of which interpolates between pseudo-random values.
 */
export class Walk {
  readonly #seed: number
  readonly #held: { from: number; price: bigint }[] = []

  /**
   * @param seed - the same seed makes the same walk
   * @param price - the price at second 0, in the units of the feed
   * @param volatility - size of a step, in billionths of the price
   */
  constructor(
    seed: string,
    private readonly price: bigint,
    private readonly volatility: number,
  ) {
    this.#seed = createHash('sha256').update(seed).digest().readInt32LE()
  }

  /** The price at a second, counted from the start. */
  at(second: number): WalkPoint {
    if (second < 0) throw new RangeError(`second: must be 0 or more, got ${second}`)
    const held = this.#held.findLast(({ from }) => from <= second)
    if (held) return { price: held.price, ema: held.price }
    const start = this.#noise(0, 0)
    const move = (octave: number) => {
      const moved = this.price + (this.price * BigInt(this.#noise(second, octave) - start)) / BILLION
      return moved > 0n ? moved : 1n
    }
    return { price: move(0), ema: move(SLOW_OCTAVE) }
  }

  /** Holds a price from a second on; earlier seconds do not change. */
  hold(from: number, price: bigint): void {
    if (this.#held.at(-1)?.from === from) this.#held.pop()
    this.#held.push({ from, price })
  }

  /** Distance from the origin, the sum of the octaves from `firstOctave` on, in billionths. */
  #noise(second: number, firstOctave: number): number {
    let sum = 0
    for (let octave = firstOctave; octave < OCTAVES; octave++) {
      const period = 4 ** octave
      const index = Math.floor(second / period)
      const into = second % period
      const here = this.#value(octave, index)
      const next = this.#value(octave, index + 1)
      sum += 2 ** octave * Math.trunc((here * (period - into) + next * into) / period)
    }
    return Math.trunc((sum * this.volatility) / 2 ** 15)
  }

  /** A pseudo-random value from −2^15 to 2^15. */
  #value(octave: number, index: number): number {
    return scramble(scramble(this.#seed ^ Math.imul(octave + 1, 0x9e3779b9)) ^ index) >> 16
  }
}
