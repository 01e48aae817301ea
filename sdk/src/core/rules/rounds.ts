// Rounds: the times and nonces of a series of `change` markets.

import { InvalidInputError } from '../errors.ts'

/** The grid of times of a series. */
export interface RoundGrid {
  /** The number of the series among those of its creator, 1 to 999. */
  number: number
  /** Seconds between the two prices of a round, and between the starts of two rounds. */
  length: number
}

/** A round of a series: a market of type `change`, bound to its times by its address. */
export interface Round {
  /** The nonce of the market: (`referenceAt` − length) × 1,000 + the number of the series. */
  nonce: bigint
  /** The unix second in which it is opened, when the round before it stops taking bets. */
  opensAt: bigint
  /** The unix second from which on bets are refused. */
  closeAt: bigint
  /** The unix second of the first price, a multiple of the length. */
  referenceAt: bigint
  /** The unix second of the second price. */
  expireAt: bigint
}

/** The number of series that the nonces of one second can distinguish. */
const SERIES = 1_000n

const MAX_NUMBER = 999

/**
 * The round that takes bets at a second.
 *
 * @param now - unix second of the chain's clock
 * @param closeMargin - seconds between the end of betting and the first price, a setting of the program
 * @throws InvalidInputError if the number or the length is not possible
 */
export function roundAt(grid: RoundGrid, now: bigint, closeMargin: number): Round {
  const { number, length } = grid
  if (!Number.isInteger(number) || number < 1 || number > MAX_NUMBER) {
    throw new InvalidInputError('number', `must be from 1 to ${MAX_NUMBER}`)
  }
  if (!Number.isInteger(length) || length < 1) {
    throw new InvalidInputError('length', 'must be a whole number of seconds')
  }
  const seconds = BigInt(length)
  const margin = BigInt(closeMargin)
  // The first multiple of the length whose betting has not ended.
  const referenceAt = ((now + margin) / seconds + 1n) * seconds
  const beginsAt = referenceAt - seconds
  return {
    nonce: beginsAt * SERIES + BigInt(number),
    opensAt: beginsAt - margin,
    closeAt: referenceAt - margin,
    referenceAt,
    expireAt: referenceAt + seconds,
  }
}

/** The number of the series that a market of type `change` would be a round of, by its nonce. */
export function seriesNumber({ nonce }: Pick<Round, 'nonce'>): number {
  return Number(nonce % SERIES)
}
