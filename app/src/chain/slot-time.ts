// Measures how long a slot takes.

/** The most intervals that are kept: the last minute, if slots are read every two seconds. */
const MAX_INTERVALS = 30

/** The shortest slot of any network, in milliseconds: a shorter one is a jump of its clock, or of the node. */
const SHORTEST_SLOT_MS = 100

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
    const slotMs = (at - last.at) / (slot - last.slot)
    if (slotMs < SHORTEST_SLOT_MS) return
    this.#intervals.push(slotMs)
    if (this.#intervals.length > MAX_INTERVALS) this.#intervals.shift()
  }

  /** Milliseconds of a slot; `null` before two were read. */
  get ms(): number | null {
    const sorted = [...this.#intervals].sort((a, b) => a - b)
    return sorted[sorted.length >> 1] ?? null
  }

  /** Slots of a time; before slots are measured, the most that there can be. */
  slots(ms: number): number {
    return ms / (this.ms ?? SHORTEST_SLOT_MS)
  }
}
