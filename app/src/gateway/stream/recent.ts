import type { EventFilter } from '../../history/queries/log.ts'
import { type Frame, passes } from './frames.ts'

/** Some events in a row. */
export interface FramePage {
  frames: Frame[]
  /** Everything up to this id is in it, or concerns somebody else. */
  position: number
}

/** The latest events in memory: most of those who come back have missed only a few. */
export class RecentFrames {
  #frames: Frame[] = []

  /**
   * @param most - events that are kept
   * @param start - those up to this id are not here
   */
  constructor(
    private readonly most: number,
    private start: number,
  ) {}

  add(frames: readonly Frame[]): void {
    this.#frames.push(...frames)
    // Now and then, not each time: what is cut off is copied.
    if (this.#frames.length < 2 * this.most) return
    const cut = this.#frames.length - this.most
    this.start = this.#frames[cut - 1]?.id ?? this.start
    this.#frames = this.#frames.slice(cut)
  }

  /**
   * Events after one of them.
   *
   * @param end - everything up to here has been added
   * @returns null if that was too long ago
   */
  after(position: number, end: number, limit: number, filter: EventFilter): FramePage | null {
    if (position < this.start) return null
    const frames: Frame[] = []
    for (let index = this.#firstAfter(position); index < this.#frames.length; index += 1) {
      const frame = this.#frames[index] as Frame
      if (!passes(filter, frame)) continue
      frames.push(frame)
      if (frames.length === limit) return { frames, position: frame.id }
    }
    return { frames, position: end }
  }

  #firstAfter(position: number): number {
    let low = 0
    let high = this.#frames.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((this.#frames[middle] as Frame).id <= position) low = middle + 1
      else high = middle
    }
    return low
  }
}
