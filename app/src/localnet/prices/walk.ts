import { createHash } from 'node:crypto'

/** Octave j moves once in 4^j seconds, 2^j times as far: a random walk up to the longest, 18 hours. */
const OCTAVES = 9

/** What is left of the walk when the moves of less than an hour are smoothed away. */
const SLOW_OCTAVES = 6

/** Steps are parts of a billion. */
const BILLION = 1_000_000_000n

/** From a second on the price walks from `price`, or is held there. */
interface Stretch {
  from: number
  price: bigint
  held: boolean
}

/** A price and its slowly moving average, in the units of the feed. */
export interface WalkPoint {
  price: bigint
  ema: bigint
}

/** Scrambles 32 bits into 32 others. */
function scramble(bits: number): number {
  let x = bits
  x = Math.imul(x ^ (x >>> 16), 0x21f0aaad)
  x = Math.imul(x ^ (x >>> 15), 0x735a2d97)
  return x ^ (x >>> 15)
}

/**
 * A random walk, one step a second, that is a function of the second: any second of the past is computed on
 * its own, and a walk of years takes no more memory than one of a minute. It is the sum of octaves of noise;
 * each interpolates between random values, which come from the seed.
 *
 * Beyond the seed it keeps the times at which the price was set or released, at most one a second.
 */
export class Walk {
  readonly #seed: number
  readonly #volatility: number
  readonly #stretches: Stretch[]

  /**
   * @param seed - the same seed makes the same walk
   * @param price - the price at second 0, in the units of the feed
   * @param volatility - a step's size in parts of a billion of the price
   */
  constructor(seed: string, price: bigint, volatility: number) {
    this.#seed = createHash('sha256').update(seed).digest().readInt32LE()
    this.#volatility = volatility
    this.#stretches = [{ from: 0, price, held: false }]
  }

  /** The walk at a second, counted from its start. */
  at(second: number): WalkPoint {
    const { from, price, held } = this.#stretch(second)
    if (held) return { price, ema: price }
    const start = this.#noise(from, 0)
    const move = (octave: number) => {
      const moved = price + (price * BigInt(this.#noise(second, octave) - start)) / BILLION
      return moved > 0n ? moved : 1n
    }
    return { price: move(0), ema: move(SLOW_OCTAVES) }
  }

  /** Holds a price from a second on. What was before that second stays as it was. */
  hold(from: number, price: bigint): void {
    this.#begin({ from, price, held: true })
  }

  /** Lets a held price walk again from a second on. */
  release(from: number): void {
    const { held, price } = this.#stretch(from)
    if (held) this.#begin({ from, price, held: false })
  }

  #begin(stretch: Stretch): void {
    if (this.#stretches.at(-1)?.from === stretch.from) this.#stretches.pop()
    this.#stretches.push(stretch)
  }

  #stretch(second: number): Stretch {
    const stretch = this.#stretches.findLast(({ from }) => from <= second)
    if (!stretch) throw new RangeError(`The walk has no second ${second}`)
    return stretch
  }

  /** How far the walk is from its origin, by the octaves from one on, in parts of a billion. */
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
    return Math.trunc((sum * this.#volatility) / 2 ** 15)
  }

  /** A random value from −2^15 to 2^15, the same every time. */
  #value(octave: number, index: number): number {
    return scramble(scramble(this.#seed ^ Math.imul(octave + 1, 0x9e3779b9)) ^ index) >> 16
  }
}
