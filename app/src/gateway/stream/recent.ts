// Keeps the latest events in memory, for clients that reconnect.

import { type Frame, type FrameFilter, matches } from './frames.ts'

/** A part of the log, filtered. */
export interface FramePage {
  frames: Frame[]
  /** Every event up to this id is in the page or does not match the filter. */
  position: number
}

/** The latest events in memory: most clients that reconnect have missed only a few. */
export class RecentFrames {
  #frames: Frame[] = []

  /**
   * @param size - how many events to keep at least
   * @param start - events up to this id are not kept
   */
  constructor(
    private readonly size: number,
    private start: number,
  ) {}

  add(frames: readonly Frame[]): void {
    this.#frames.push(...frames)
    // Trimmed at twice the size, so that most calls copy nothing.
    if (this.#frames.length < 2 * this.size) return
    const cut = this.#frames.length - this.size
    this.start = this.#frames[cut - 1]?.id ?? this.start
    this.#frames = this.#frames.slice(cut)
  }

  /**
   * Events with an id greater than `position`.
   *
   * @param end - id up to which all events have been added
   * @returns null if some of them are no longer in memory
   */
  after(position: number, end: number, limit: number, filter: FrameFilter): FramePage | null {
    if (position < this.start) return null
    const frames: Frame[] = []
    const first = this.#frames.findLastIndex(({ id }) => id <= position) + 1
    for (let index = first; index < this.#frames.length; index += 1) {
      const frame = this.#frames[index] as Frame
      if (!matches(filter, frame)) continue
      frames.push(frame)
      if (frames.length === limit) return { frames, position: frame.id }
    }
    return { frames, position: end }
  }
}
