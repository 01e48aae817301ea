import type { Answer, Entry } from './journal-lines.ts'

/** The answers of one market, the oldest first: one for each second. */
class MarketAnswers implements Iterable<Answer> {
  /** Twice the second, plus one if the condition was met: a plain number takes 8 bytes. */
  readonly #packed: number[] = []

  get length(): number {
    return this.#packed.length
  }

  /** The answer at an index, which counts from the end if it is negative. */
  at(index: number): Answer | undefined {
    const packed = this.#packed.at(index)
    return packed === undefined ? undefined : unpack(packed)
  }

  get(second: number): Answer | undefined {
    const answer = this.at(this.#indexOf(second))
    return answer?.second === second ? answer : undefined
  }

  /** Adds an answer, unless there is one for its second. */
  add({ second, isMet }: Answer): void {
    const packed = this.#packed
    const index = this.#indexOf(second)
    const value = 2 * second + (isMet ? 1 : 0)
    if (index === packed.length) packed.push(value)
    else if (unpack(packed[index] as number).second !== second) packed.splice(index, 0, value)
  }

  /**
   * Removes the answers up to a second.
   *
   * @returns how many were removed
   */
  removeUpTo(second: number): number {
    return this.#packed.splice(0, this.#indexOf(second + 1)).length
  }

  /** The latest answer for which `fits` is true. */
  findLast(fits: (answer: Answer) => boolean): Answer | undefined {
    for (let index = this.length - 1; index >= 0; index--) {
      const answer = unpack(this.#packed[index] as number)
      if (fits(answer)) return answer
    }
    return undefined
  }

  *[Symbol.iterator](): Iterator<Answer> {
    for (const packed of this.#packed) yield unpack(packed)
  }

  /** The index of the first answer that is not before a second. Most searches end near the latest. */
  #indexOf(second: number): number {
    const packed = this.#packed
    let low = 0
    let high = packed.length
    if (high === 0 || (packed[high - 1] as number) < 2 * second) return high
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((packed[middle] as number) < 2 * second) low = middle + 1
      else high = middle
    }
    return low
  }
}

export type ReadonlyAnswers = Omit<MarketAnswers, 'add' | 'removeUpTo'>

const NONE: ReadonlyAnswers = new MarketAnswers()

export class Answers {
  readonly #markets = new Map<string, MarketAnswers>()

  get size(): number {
    let size = 0
    for (const { length } of this.#markets.values()) size += length
    return size
  }

  /** The markets with answers, in base58, each with its answers. */
  [Symbol.iterator](): Iterator<[market: string, answers: ReadonlyAnswers]> {
    return this.#markets[Symbol.iterator]()
  }

  /** The answers of a market, given its address in base58. */
  of(market: string): ReadonlyAnswers {
    return this.#markets.get(market) ?? NONE
  }

  /** Adds an answer, unless there is one for its market and second. */
  add(entry: Entry): void {
    let answers = this.#markets.get(entry.market)
    if (!answers) {
      answers = new MarketAnswers()
      this.#markets.set(entry.market, answers)
    }
    answers.add(entry)
  }

  /**
   * Removes the answers of a market up to a second.
   *
   * @returns how many were removed
   */
  removeUpTo(second: number, market: string): number {
    const answers = this.#markets.get(market)
    const removed = answers?.removeUpTo(second) ?? 0
    if (answers?.length === 0) this.#markets.delete(market)
    return removed
  }
}

function unpack(packed: number): Answer {
  return { second: Math.floor(packed / 2), isMet: packed % 2 === 1 }
}
