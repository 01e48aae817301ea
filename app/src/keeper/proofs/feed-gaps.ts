// Tracks the seconds of a price feed whose updates the keeper has not seen.

/** Unix seconds, both included. */
export interface Span {
  from: number
  to: number
}

/** The seconds of a price feed in which an update may have been published that was not seen. */
export class FeedGaps {
  #gaps: Span[] = []
  #since: number
  #until: number

  /**
   * @param now - the unix second from which on the feed is watched
   */
  constructor(now: number) {
    this.#since = now
    this.#until = now
  }

  get isEmpty(): boolean {
    return this.#gaps.length === 0
  }

  /** Adds the seconds after an earlier one, such as the creation of a market. */
  extendTo(second: number): void {
    if (second >= this.#since) return
    this.#gaps.push({ from: second + 1, to: this.#since })
    this.#since = second
  }

  /** Notes an update that was seen. If it does not follow the last one, the seconds between them are a gap. */
  saw({ publishTime, prevPublishTime }: { publishTime: number; prevPublishTime: number }): void {
    if (prevPublishTime > this.#until) this.#gaps.push({ from: this.#until + 1, to: prevPublishTime })
    this.#until = Math.max(this.#until, publishTime)
  }

  /**
   * The span to look up next: from the shortest gap, at most `length` seconds. Seconds before `useful` are forgotten,
   * seconds after it are left for later.
   */
  next(useful: Span, length: number): Span | null {
    this.#remove({ from: 0, to: useful.from - 1 })
    const ready = this.#gaps.filter(({ from }) => from <= useful.to)
    const [first] = ready.sort((a, b) => a.to - a.from - (b.to - b.from))
    if (!first) return null
    return { from: first.from, to: Math.min(first.to, useful.to, first.from + length - 1) }
  }

  /** Whether a second of a span is in a gap. */
  has(span: Span): boolean {
    return this.#gaps.some(({ from, to }) => from <= span.to && to >= span.from)
  }

  /** Removes seconds that were looked up. */
  lookedUp(span: Span): void {
    this.#remove(span)
  }

  #remove(span: Span): void {
    this.#gaps = this.#gaps.flatMap(({ from, to }) => {
      const before = { from, to: Math.min(to, span.from - 1) }
      const after = { from: Math.max(from, span.to + 1), to }
      return [before, after].filter((part) => part.from <= part.to)
    })
  }
}
