// Checks numbers and times that users pass in. Apart from addresses, so that a page that only computes prices does not
// load web3.js.

import { MAX_U64 } from './amounts.ts'
import { type Moment, toDate } from './condition/time.ts'
import { InvalidInputError } from './errors.ts'

/** Checks an amount in base units, or another u64. */
export function requireU64(field: string, value: bigint, minimum = 0n): bigint {
  if (typeof value !== 'bigint') throw new InvalidInputError(field, 'must be a bigint')
  if (value < minimum || value > MAX_U64) {
    throw new InvalidInputError(field, `must be from ${minimum} to ${MAX_U64}`)
  }
  return value
}

/** The smaller of two amounts. */
export function least(one: bigint, other: bigint): bigint {
  return one < other ? one : other
}

/** The larger of two amounts. */
export function most(one: bigint, other: bigint): bigint {
  return one > other ? one : other
}

/** Checks lamports that have an upper limit. */
export function requireLamports(field: string, value: bigint, maximum: number, minimum = 0): bigint {
  const lamports = requireU64(field, value, BigInt(minimum))
  if (lamports > BigInt(maximum)) throw new InvalidInputError(field, `must be at most ${maximum} lamports`)
  return lamports
}

/** The fields of a type that are numbers. */
export type NumericKey<T> = { [Key in keyof T]: T[Key] extends number ? Key : never }[keyof T]

/** Checks a whole number and its range. */
export function requireInteger(field: string, value: number, minimum: number, maximum: number): number {
  if (!Number.isInteger(value) || value < minimum || value > maximum) {
    throw new InvalidInputError(field, `must be a whole number from ${minimum} to ${maximum}`)
  }
  return value
}

/** The last second the program can store. */
const MAX_I64 = 2n ** 63n - 1n

/** Converts a moment to whole unix seconds; those of a `Date` are rounded down. */
export function requireSeconds(field: string, moment: Moment): bigint {
  const seconds =
    typeof moment === 'bigint' ? moment : BigInt(Math.floor(toDate(moment, field).getTime() / 1_000))
  if (seconds < 1n || seconds > MAX_I64) throw new InvalidInputError(field, 'must be a unix time after 1970')
  return seconds
}
