// When attestors observe a market. The program counts only signatures for the same second, and attestors do not
// communicate, so a fixed schedule gives the seconds: the second of expiry, and before it every fifth second of unix
// time for conditions that can be decided early. Other conditions are observed less often, to show progress.

import type { Market } from '@prediction-market/sdk'
import { canBeEarly } from '@prediction-market/sdk/condition'

/** Seconds between two moments before expiry of a market that can be decided early. */
const STEP = 5

/** Seconds between two observations that only show progress. */
const PROGRESS_STEP = 30

/** Seconds after a moment within which its observation must be finished to be signed. */
export const TOLERANCE = 10

/** A second at which a market is observed. */
export interface Moment {
  /** Unix seconds. */
  at: number
  /** Whether the observation can decide the market. */
  counts: boolean
}

/** What a moment is for: the decision at expiry, one before it, or only to show progress. */
export const MOMENT_KINDS = ['expiry', 'early', 'progress'] as const

export type MomentKind = (typeof MOMENT_KINDS)[number]

/** The parts of a market that its schedule depends on. */
export type Schedule = Pick<Market, 'createdAt' | 'expireAt' | 'condition'>

/**
 * The current moment of a market, if there is one.
 *
 * @param now - the chain's time, in unix seconds
 */
export function momentOf({ createdAt, expireAt, condition }: Schedule, now: number): Moment | undefined {
  const expiry = Number(expireAt)
  if (now >= expiry) return now <= expiry + TOLERANCE ? { at: expiry, counts: true } : undefined
  if (!canBeEarly(condition)) return { at: latest(PROGRESS_STEP, now), counts: false }
  const at = latest(STEP, now)
  return at > Number(createdAt) ? { at, counts: true } : undefined
}

/**
 * The next second at which {@link momentOf} may change; `null` if it never does again.
 *
 * @param now - the chain's time, in unix seconds
 */
export function nextChange({ expireAt, condition }: Schedule, now: number): number | null {
  const expiry = Number(expireAt)
  if (now > expiry + TOLERANCE) return null
  if (now >= expiry) return expiry + TOLERANCE + 1
  const step = canBeEarly(condition) ? STEP : PROGRESS_STEP
  return Math.min(latest(step, now) + step, expiry)
}

function latest(step: number, now: number): number {
  return Math.floor(now / step) * step
}
