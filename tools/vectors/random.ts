// A seeded random generator for test vectors.

const MASK = 2n ** 64n - 1n

/** A pseudo-random generator (splitmix64): the same seed gives the same numbers on every machine. */
export class Random {
  #state: bigint

  constructor(seed: bigint) {
    this.#state = seed & MASK
  }

  /** A whole number from 0 to 2^64 − 1. */
  next(): bigint {
    this.#state = (this.#state + 0x9e3779b97f4a7c15n) & MASK
    let z = this.#state
    z = ((z ^ (z >> 30n)) * 0xbf58476d1ce4e5b9n) & MASK
    z = ((z ^ (z >> 27n)) * 0x94d049bb133111ebn) & MASK
    return z ^ (z >> 31n)
  }

  /** A whole number from `low` to `high`, both included. */
  between(low: bigint, high: bigint): bigint {
    return low + (this.next() % (high - low + 1n))
  }

  /** A whole number of random magnitude: each bit length up to `bits` is equally likely. */
  ofAnySize(bits: bigint): bigint {
    const size = this.between(1n, bits)
    return this.between(1n, 2n ** size - 1n)
  }
}
