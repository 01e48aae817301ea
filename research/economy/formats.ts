// The kinds of markets that are simulated, and what can be known of their answers at each moment.

import type { Outcome } from '@prediction-market/sdk'
import { normal } from '../../bench/random.ts'
import type { Times } from './market.ts'
import { DURATION, drawPath, normalBelow, TOUCH } from './path.ts'

/** One simulated market before anybody bets: what can be known of its answer, and when. Seconds from its creation. */
export interface World extends Times {
  /** The probability of Yes, as everyone can know it in a second at which nothing is decided yet. */
  probability(second: number): number
  outcome: Outcome
  /** When evidence decides it before its expiry; undefined if nothing does. */
  earlyAt?: number
  /** The second of an answer whose date everyone knows beforehand. */
  scheduledAt?: number
}

/** A kind of market that a creator can choose. */
export interface Format {
  name: string
  draw(random: () => number): World
}

const HOUR = 3_600
const CLOSE_MARGIN = 10
/** The largest ratio of up-or-down markets, by default. */
const MAX_RATIO = 125
/** Values of a random walk that are drawn for one market. */
const STEPS = 640

/** A walk without drift that starts at 0 and has a standard deviation of 1 over the whole time. */
function walk(random: () => number, duration: number) {
  const values = [0]
  for (let step = 1; step <= STEPS; step++) {
    values.push((values[step - 1] ?? 0) + normal(random) / Math.sqrt(STEPS))
  }
  return {
    at: (second: number) => values[Math.min(STEPS, Math.floor((second / duration) * STEPS))] ?? 0,
    /** The standard deviation of what is still to come. */
    left: (second: number) => Math.sqrt(Math.max(duration - second, 1e-9) / duration),
  }
}

/** A price that must stand above a target at some moment before the expiry. */
function touch(random: () => number): World {
  const path = drawPath(random)
  const earlyAt = path.crossing()
  const { probability } = path
  if (earlyAt === undefined) return { ...TOUCH, probability, outcome: 'No' }
  return { ...TOUCH, probability, outcome: 'Yes', earlyAt }
}

/** A price that must stand above a target at the expiry. */
const atExpiry =
  (closeAt: number) =>
  (random: () => number): World => {
    const target = 1.5 * (random() - 0.5)
    const { at, left } = walk(random, DURATION)
    return {
      ...TOUCH,
      closeAt,
      probability: (second) => 1 - normalBelow((target - at(second)) / left(second)),
      outcome: at(DURATION) > target ? 'Yes' : 'No',
    }
  }

/**
 * A price that is compared with itself at half time, when betting has ended. A walk without drift is as likely to rise
 * as to fall from wherever it stands, so all that is known of it before says nothing.
 */
function change(random: () => number): World {
  const { at } = walk(random, DURATION)
  const referenceAt = DURATION / 2
  return {
    ...TOUCH,
    closeAt: referenceAt - CLOSE_MARGIN,
    maxRatio: MAX_RATIO,
    probability: () => 0.5,
    outcome: at(DURATION) > at(referenceAt) ? 'Yes' : 'No',
  }
}

/** Something that may happen at any moment, and does in half of the markets. */
const happening =
  (duration: number, period: number) =>
  (random: () => number): World => {
    const rate = Math.LN2 / duration
    const second = -Math.log(1 - random()) / rate
    const happens = second < duration
    return {
      duration,
      period,
      closeAt: duration - 4 * period,
      probability: (now) => 1 - Math.exp(-rate * (duration - now)),
      outcome: happens ? 'Yes' : 'No',
      ...(happens && { earlyAt: second }),
    }
  }

/** An answer that is due at a known second, such as the end of a match, and is guessed better and better until then. */
const scheduled =
  (duration: number, period: number) =>
  (random: () => number): World => {
    const scheduledAt = 0.9 * duration
    const { at, left } = walk(random, scheduledAt)
    return {
      duration,
      period,
      closeAt: duration - 4 * period,
      probability: (second) => 1 - normalBelow(-at(second) / left(second)),
      outcome: at(scheduledAt) > 0 ? 'Yes' : 'No',
      earlyAt: scheduledAt,
      scheduledAt,
    }
  }

export const BY_EXPIRY: Format = { name: 'price above a target by expiry', draw: touch }
export const AT_EXPIRY: Format = {
  name: 'price above a target at expiry',
  draw: atExpiry(DURATION - CLOSE_MARGIN),
}
export const CHANGE: Format = { name: 'change: up or down', draw: change }

export const FORMATS: readonly Format[] = [
  BY_EXPIRY,
  AT_EXPIRY,
  { name: 'the same, betting ends at half time', draw: atExpiry(DURATION / 2) },
  CHANGE,
  { name: 'event at any moment, within 6 hours', draw: happening(6 * HOUR, 337) },
  { name: 'event at any moment, within 30 days', draw: happening(30 * 24 * HOUR, HOUR) },
  { name: 'event with a known date, within 6 hours', draw: scheduled(6 * HOUR, 337) },
  { name: 'event with a known date, within 30 days', draw: scheduled(30 * 24 * HOUR, HOUR) },
]
