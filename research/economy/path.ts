// Random paths of a price, and the probability that one crosses its target.

import { normal } from '../../bench/random.ts'
import type { Times } from './market.ts'

/** Seconds of the markets on a price that may cross its target at any moment; betting ends four periods before expiry. */
export const DURATION = 6_400
export const PERIOD = 100
export const TOUCH: Times = { duration: DURATION, period: PERIOD, closeAt: DURATION - 4 * PERIOD }

/** Seconds between two prices. */
export const STEP = 10
const STEPS = DURATION / STEP

/** A price that wanders, as the logarithm of its ratio to the first one, in standard deviations of the whole time. */
export interface Path {
  /** Above this, the condition is met. */
  target: number
  /** The price in a second. */
  at(second: number): number
  /** The second of the first price that meets the condition from `second` on, or undefined. */
  crossing(second?: number): number | undefined
  /** The probability, as of a second before any crossing, that the condition will be met before expiry. */
  probability(second: number): number
}

/** Draws a price and a target. */
export function drawPath(random: () => number): Path {
  const prices = [0]
  for (let step = 1; step <= STEPS; step++) {
    prices.push((prices[step - 1] ?? 0) + normal(random) / Math.sqrt(STEPS))
  }
  const target = 0.2 + 1.3 * random()
  const at = (second: number) => prices[Math.floor(second / STEP)] ?? 0
  const crossing = (second: number) => {
    const index = prices.findIndex((price, step) => step * STEP >= second && price >= target)
    return index < 0 || index === STEPS ? undefined : index * STEP
  }
  const first = crossing(0)
  return {
    target,
    at,
    crossing: (second) => (second === undefined ? first : crossing(second)),
    probability(second) {
      const left = Math.sqrt((DURATION - second) / DURATION)
      return left === 0 ? 0 : Math.min(1, 2 * (1 - normalBelow((target - at(second)) / left)))
    },
  }
}

/** The share of a normal distribution below a value (Abramowitz and Stegun 26.2.17). */
export function normalBelow(value: number): number {
  if (value < 0) return 1 - normalBelow(-value)
  const t = 1 / (1 + 0.2316419 * value)
  const factors = [1.330274429, -1.821255978, 1.781477937, -0.356563782, 0.31938153]
  const polynomial = factors.reduce((sum, factor) => (sum + factor) * t, 0)
  return 1 - (Math.exp(-(value * value) / 2) / Math.sqrt(2 * Math.PI)) * polynomial
}
