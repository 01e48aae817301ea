// Logs observations that the attestor missed, without flooding the log.

import type { Logger } from 'pino'
import type { MomentKind } from './moments.ts'

/** Milliseconds between two lines about moments before expiry: each market has one every five seconds. */
const PAUSE_MS = 60_000

/** Logs missed moments: each at expiry, and of the others one a minute with the number of all since the last line. */
export class MissedLog {
  #missed = 0
  #pausedUntil = 0

  /** @param clock - unix milliseconds; by default the machine's clock */
  constructor(
    private readonly log: Pick<Logger, 'warn'>,
    private readonly clock: () => number = Date.now,
  ) {}

  add(error: Error, market: string, moment: MomentKind): void {
    const fields = { err: error, market, moment }
    if (moment === 'expiry') {
      this.log.warn(fields, 'could not observe market')
      return
    }
    this.#missed += 1
    if (this.clock() < this.#pausedUntil) return
    this.log.warn({ ...fields, missed: this.#missed }, 'could not observe markets')
    this.#missed = 0
    this.#pausedUntil = this.clock() + PAUSE_MS
  }
}
