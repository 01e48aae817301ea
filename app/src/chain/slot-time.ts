/** The most intervals that are kept: the last minute, if slots are read every two seconds. */
const MAX_INTERVALS = 30

/**
 * Measures how long a slot takes: the median over the last intervals, so that a pause of this process or a jump of a
 * localnet's clock does not count.
 */
export class SlotTime {
  #last: { slot: number; at: number } | undefined
  readonly #intervals: number[] = []

  /**
   * Records a slot that was read.
   *
   * @param at - when, in milliseconds
   */
  see(slot: number, at: number): void {
    const last = this.#last
    if (last && slot <= last.slot) return
    this.#last = { slot, at }
    if (!last) return
    this.#intervals.push((at - last.at) / (slot - last.slot))
    if (this.#intervals.length > MAX_INTERVALS) this.#intervals.shift()
  }

  /** Milliseconds of a slot; `null` before two were read. */
  get ms(): number | null {
    const sorted = [...this.#intervals].sort((a, b) => a - b)
    return sorted[sorted.length >> 1] ?? null
  }
}
