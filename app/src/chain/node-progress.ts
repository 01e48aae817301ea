// Tracks the slots of nodes' answers, to find nodes that lag or stand still.

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
