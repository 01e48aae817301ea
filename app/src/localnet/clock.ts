// Follows the localnet's clock and keeps it in step with the wall clock.

import type { ChainTime } from '../attestor/clock.ts'
import type { SurfnetEvent } from './addon.ts'

/** The chain's clock, which can be read without a call to the node. */
export interface ChainClock {
  readonly now: ChainTime
  /**
   * Calls `listener` at every slot and every jump of the clock.
   *
   * @returns a function that unsubscribes
   */
  subscribe(listener: (time: ChainTime) => void): () => void
}

/** Seconds that the chain may lag before it is moved forward; more than the length of a slot. */
const LARGEST_LAG = 2

/** Seconds between two slots of a chain that was moved. One that makes up for a pause takes slot after slot. */
const SHORTEST_JUMP = 2

/** Milliseconds that a lag must last: a busy node catches up by itself, and moving it would put it ahead. */
const LAG_LASTS_MS = 5000

/** Milliseconds into a second in which the chain may be moved: it lands at the beginning of a second. */
const EARLY_MS = 200

/**
 * Follows the chain's clock by the node's events, and keeps it in step with the wall clock.
 *
 * Surfpool's slots take slightly too long, so the chain would lose about three minutes a day. A clock that was
 * moved forward or paused on purpose keeps its distance to the wall clock.
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
   * @param start - the current time
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

  /** Reads events of the node, oldest first. */
  read(events: readonly SurfnetEvent[]): void {
    for (const { kind, clock, clockCommand } of events) {
      if (kind === 'systemClockUpdated' && clock) {
        const jump = clock.unixTimestamp - this.#now.unixSecond
        this.#now = { slot: clock.slot, unixSecond: clock.unixTimestamp }
        if (jump >= SHORTEST_JUMP) this.#keepDistance()
        for (const listener of this.#listeners) listener(this.#now)
      } else if (kind === 'clockUpdate' && clockCommand?.startsWith('pause')) {
        this.#paused = true
      } else if (kind === 'clockUpdate' && clockCommand === 'resume') {
        this.#paused = false
        this.#ahead = this.#now.unixSecond * 1000 - this.#wallMs()
      }
    }
  }

  /** Moves the chain forward if it lags. Call this often. */
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

  /** Keeps the distance of a chain that was moved forward on purpose: it has jumped further ahead than before. */
  #keepDistance(): void {
    const ahead = this.#now.unixSecond * 1000 - (this.#wallMs() + this.#ahead)
    if (ahead > 1000) this.#ahead += ahead
  }
}
