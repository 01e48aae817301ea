// Tracks the slots of nodes' answers, to find nodes that lag or stand still, and how long a slot takes.

/** Milliseconds that a node's answer may be behind the latest slot seen when it was asked. */
export const MAX_BEHIND_MS = 10_000

/** Milliseconds for which a slot counts as seen. If no node reaches it in that time, the cluster has gone back. */
const SEEN_MS = 60_000

/** The latest slots that were seen anywhere, by level of the answers (see `NodeCall`). */
export class SeenSlots {
  readonly #latest = new Map<string, { slot: number; at: number }>()

  /** The latest slot that was seen within the last minute; 0 if there is none. */
  latest(level: string, now = Date.now()): number {
    const seen = this.#latest.get(level)
    return seen && now - seen.at <= SEEN_MS ? seen.slot : 0
  }

  see(level: string, slot: number, now = Date.now()): void {
    if (slot >= this.latest(level, now)) this.#latest.set(level, { slot, at: now })
  }
}

/** Notices when the slots in a node's answers no longer increase. */
export class NodeProgress {
  readonly #slots = new Map<string, number>()
  #movedAt: number

  /** @param stillMs - how long a node may answer with the same slots */
  constructor(
    private readonly stillMs: number,
    now = Date.now(),
  ) {
    this.#movedAt = now
  }

  /**
   * Records the slot of an answer.
   *
   * @returns whether the node stands still
   */
  isStill(level: string, slot: number, now = Date.now()): boolean {
    if (slot > (this.#slots.get(level) ?? -1)) {
      this.#slots.set(level, slot)
      this.#movedAt = now
    }
    return now - this.#movedAt > this.stillMs
  }

  /** Restarts a node's time, because no other node is ahead of it. */
  excuse(now = Date.now()): void {
    this.#movedAt = now
  }
}

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
