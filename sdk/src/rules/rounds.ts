import { InvalidInputError } from '../errors.ts'

/** When the rounds of a series follow each other. */
export interface RoundGrid {
  /** The number of the series among those of its creator, 1 to 999. */
  number: number
  /** Seconds from the first price of a round to the second; the next round follows as much later. */
  length: number
}

/** A round of a series: a market of type `change`, bound to its times by its address. */
export interface Round {
  /** The nonce of the market: its first price's second less the length × 1,000 + the number of the series. */
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

/** Nonces have room for this many series in a second. */
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
