// Checks numbers that users pass in. Separate from `input.ts`, so that a page that only computes prices does not load
// web3.js.

import { MAX_U64 } from './amounts.ts'
import { InvalidInputError } from './errors.ts'

/** Checks an amount in base units, or another u64. */
export function requireU64(field: string, value: bigint, minimum = 0n): bigint {
  if (typeof value !== 'bigint') throw new InvalidInputError(field, 'must be a bigint')
  if (value < minimum || value > MAX_U64) {
    throw new InvalidInputError(field, `must be from ${minimum} to ${MAX_U64}`)
  }
  return value
}

/** Checks a whole number and its range. */
export function requireInteger(field: string, value: number, minimum: number, maximum: number): number {
  if (!Number.isInteger(value) || value < minimum || value > maximum) {
    throw new InvalidInputError(field, `must be a whole number from ${minimum} to ${maximum}`)
  }
  return value
}
