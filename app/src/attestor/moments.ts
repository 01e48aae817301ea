import type { Market } from '@prediction-market/sdk'

// When attestors observe a market. The program counts only signatures over the same value and the same second, and
// attestors do not communicate, so a fixed schedule gives the seconds:
// - Decided at expiry: the second of expiry. If the attestors disagree, there are further moments, soon at first and
//   then every minute, until the proof window ends or the market is decided.
// - Decided by expiry: every five seconds of unix time while the market runs, and the second of expiry.

/** Seconds after expiry; further moments follow every {@link LAST_STEP}. */
const AFTER_EXPIRY = [0, 5, 10, 20, 40]
const LAST_STEP = 60

/** Seconds between two moments of a market that can be decided early. */
const STEP = 5

/** Seconds between two unsigned observations of a market that is decided at expiry; they show progress. */
const PROGRESS_STEP = 30

/** Seconds after which a moment is missed. Less than any step. */
const TOLERANCE = 4

/** A second at which a market is observed. */
export interface Moment {
  /** Unix seconds. */
  at: number
  /** Whether the observation can decide the market. */
  counts: boolean
}

/** The parts of a market that its schedule depends on. */
export type Schedule = Pick<Market, 'createdAt' | 'expireAt' | 'condition'> & {
  terms: Pick<Market['terms'], 'proofWindow'>
}

/**
 * The current moment of a market, if there is one.
 *
 * @param now - the chain's time, in unix seconds
 */
export function momentOf(market: Schedule, now: number): Moment | undefined {
  const moment = market.condition.timing === 'atExpiry' ? atExpiry(market, now) : byExpiry(market, now)
  return moment && (!moment.counts || now < moment.at + TOLERANCE) ? moment : undefined
}

function atExpiry({ expireAt, terms }: Schedule, now: number): Moment | undefined {
  const passed = now - Number(expireAt)
  if (passed < 0) return { at: Math.floor(now / PROGRESS_STEP) * PROGRESS_STEP, counts: false }
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
