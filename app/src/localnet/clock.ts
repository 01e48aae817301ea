import type { SurfnetEvent } from './addon.ts'

/** A moment of the chain, as programs see it. */
export interface ChainTime {
  slot: number
  /** What `Clock::unix_timestamp` says. */
  unixSecond: number
}

/** The chain's clock, without asking the node for it. */
export interface ChainClock {
  /** The latest slot and its time. */
  readonly now: ChainTime
  /**
   * Calls back on every slot and every jump of the clock.
   *
   * @returns what ends it
   */
  subscribe(listener: (time: ChainTime) => void): () => void
}

/** Seconds that the chain may lag before it is moved on. Less would mistake the grain of slots for a lag. */
const LARGEST_LAG = 2

/** Milliseconds that a lag must last: a busy node catches up by itself, and would then run ahead. */
const LAG_LASTS_MS = 5000

/** Milliseconds into a second in which to move the chain: it lands at the beginning of one. */
const EARLY_MS = 200

/**
 * Follows the chain's clock by the node's events, and keeps it on the wall clock.
 *
 * A Surfpool slot takes a little longer than it counts for, some three minutes a day; left alone the chain
 * would fall behind. A clock that was set forward or paused on purpose keeps its distance to the wall clock.
 */
export class FollowedClock implements ChainClock {
  readonly #listeners = new Set<(time: ChainTime) => void>()
  readonly #moveTo: (unixSecond: number) => Promise<void>
  readonly #wallMs: () => number
  #now: ChainTime
  #paused = false
  #moving = false
  #laggingSince: number | undefined
  /** Milliseconds that the chain is ahead of the wall clock on purpose. */
  #ahead = 0

  /**
   * @param start - the time now
   * @param moveTo - moves the chain's clock forward
   * @param wallMs - the wall clock
   */
  constructor(start: ChainTime, moveTo: (unixSecond: number) => Promise<void>, wallMs = Date.now) {
    this.#now = start
    this.#moveTo = moveTo
    this.#wallMs = wallMs
  }

  get now(): ChainTime {
    return this.#now
  }

  subscribe(listener: (time: ChainTime) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Reads the node's events, in their order. */
  read(events: readonly SurfnetEvent[]): void {
    for (const { kind, clock, clockCommand } of events) {
      if (kind === 'systemClockUpdated' && clock) {
        this.#now = { slot: clock.slot, unixSecond: clock.unixTimestamp }
        this.#keepDistance()
        for (const listener of this.#listeners) listener(this.#now)
      } else if (kind === 'clockUpdate' && clockCommand?.startsWith('pause')) {
        this.#paused = true
      } else if (kind === 'clockUpdate' && clockCommand === 'resume') {
        this.#paused = false
        this.#ahead = this.#now.unixSecond * 1000 - this.#wallMs()
      }
    }
  }

  /** Moves the chain on if it lags. To be called often. */
  async keepUp(): Promise<void> {
    const wall = this.#wallMs()
    const due = wall + this.#ahead
    const second = Math.floor(due / 1000)
    if (this.#paused || this.#moving || second - this.#now.unixSecond < LARGEST_LAG) {
      this.#laggingSince = undefined
      return
    }
    this.#laggingSince ??= wall
    if (wall - this.#laggingSince < LAG_LASTS_MS || due % 1000 > EARLY_MS) return
    this.#moving = true
    try {
      await this.#moveTo(second)
    } finally {
      this.#moving = false
      this.#laggingSince = undefined
    }
  }

  /** A chain that is ahead of where it should be was sent there: that distance is the new one to keep. */
  #keepDistance(): void {
    const ahead = this.#now.unixSecond * 1000 - (this.#wallMs() + this.#ahead)
    if (ahead > 1000) this.#ahead += ahead
  }
}
