import type { Market } from '@prediction-market/sdk'

/**
 * When attestors look. The program counts signatures only over the same value and the same second, and attestors
 * do not talk to each other: so the seconds are a rule, the same for all of them.
 *
 * - At expiry: the second of expiry. Should what they saw then differ, there are further moments after it, soon
 *   at first and then every minute, for as long as the proof window runs and the market is undecided.
 * - By expiry: every five seconds of unix time while the market runs, and the second of expiry.
 */

/** Seconds after expiry, and then every {@link LAST_STEP}. */
const AFTER_EXPIRY = [0, 5, 10, 20, 40]
const LAST_STEP = 60

/** Seconds between two moments of a market that can be decided early. */
const STEP = 5

/** Seconds between two looks that nobody signs, at markets that are decided at expiry: they show progress. */
const GLANCE = 30

/** An attestor that looks this many seconds after a moment, or later, has missed it. Less than any step. */
const TOLERANCE = 4

/** A second to look at. */
export interface Moment {
  /** Unix seconds. */
  at: number
  /** Whether what is seen can decide the market. */
  counts: boolean
}

/** What of a market says when to look at it. */
export type Schedule = Pick<Market, 'createdAt' | 'expireAt' | 'condition'> & {
  terms: Pick<Market['terms'], 'proofWindow'>
}

/**
 * The moment that it is now, if it is one.
 *
 * @param now - the chain's time, in unix seconds
 */
export function momentOf(market: Schedule, now: number): Moment | undefined {
  const moment = market.condition.timing === 'atExpiry' ? atExpiry(market, now) : byExpiry(market, now)
  return moment && (!moment.counts || now < moment.at + TOLERANCE) ? moment : undefined
}

function atExpiry({ expireAt, terms }: Schedule, now: number): Moment | undefined {
  const passed = now - Number(expireAt)
  if (passed < 0) return { at: Math.floor(now / GLANCE) * GLANCE, counts: false }
  const last = AFTER_EXPIRY.at(-1) ?? 0
  const offset =
    passed < last + LAST_STEP
      ? AFTER_EXPIRY.findLast((candidate) => candidate <= passed)
      : passed - ((passed - last) % LAST_STEP)
  if (offset === undefined || offset > terms.proofWindow) return undefined
  return { at: Number(expireAt) + offset, counts: true }
}

function byExpiry({ createdAt, expireAt }: Schedule, now: number): Moment | undefined {
  const at = now < Number(expireAt) ? Math.floor(now / STEP) * STEP : Number(expireAt)
  return at > Number(createdAt) ? { at, counts: true } : undefined
}
