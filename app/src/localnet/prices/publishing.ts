// In which seconds a simulated feed publishes, and with which confidence.

/** How a simulated feed publishes. */
export interface Manner {
  /** Whether it publishes nothing, like the feed of a closed exchange; `false` by default. */
  asleep?: boolean | undefined
  /** Half the width of the confidence interval, in the units of the feed; a share of the price by default. */
  confidence?: bigint | undefined
}

interface Stretch extends Manner {
  /** Its first second. */
  from: number
}

/** In which seconds a simulated feed publishes, and with which confidence. */
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
