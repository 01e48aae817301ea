/** A pseudo-random generator (sfc32): the same seed gives the same numbers on every machine. */
export class Random {
  #a: number
  #b: number
  #c = 0x9e3779b9
  #counter = 1

  constructor(seed: number) {
    this.#a = seed >>> 0
    this.#b = Math.floor(seed / 2 ** 32) >>> 0
    for (let warmUp = 0; warmUp < 16; warmUp++) this.next()
  }

  /** A whole number from 0 to 2^32 − 1. */
  next(): number {
    const sum = (this.#a + this.#b + this.#counter) | 0
    this.#counter = (this.#counter + 1) | 0
    this.#a = this.#b ^ (this.#b >>> 9)
    this.#b = (this.#c + (this.#c << 3)) | 0
    this.#c = ((this.#c << 21) | (this.#c >>> 11)) + sum
    return sum >>> 0
  }

  /** A whole number from `low` to `high`, both included; at most 2^32 of them. */
  int(low: number, high: number): number {
    return low + (this.next() % (high - low + 1))
  }

  /** True once in `parts` times. */
  oneIn(parts: number): boolean {
    return this.next() % parts === 0
  }

  pick<T>(items: readonly T[]): T {
    if (items.length === 0) throw new Error('Cannot pick from an empty list')
    return items[this.next() % items.length] as T
  }

  /** One of the items, each as likely as its weight says. */
  weighted<T>(items: readonly (readonly [weight: number, item: T])[]): T {
    let left = this.next() % items.reduce((sum, [weight]) => sum + weight, 0)
    for (const [weight, item] of items) {
      left -= weight
      if (left < 0) return item
    }
    throw new Error('Cannot pick from an empty list')
  }

  /** A whole number from `low` to `high`, both included. */
  big(low: bigint, high: bigint): bigint {
    const number = (BigInt(this.next()) << 32n) | BigInt(this.next())
    return low + (number % (high - low + 1n))
  }

  /** A whole number from 1 on whose bit length, up to `bits`, is random. */
  anySize(bits: number): bigint {
    return this.big(1n, (1n << BigInt(this.int(1, bits))) - 1n)
  }
}
