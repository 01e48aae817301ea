import type { PublicKey } from '@solana/web3.js'
import { MAX_U64 } from './amounts.ts'
import { type Moment, toDate } from './condition/time.ts'
import { InvalidInputError } from './errors.ts'

/** The last second the program can store. */
const MAX_I64 = 2n ** 63n - 1n

/**
 * Checks an address. The default address is refused, because the program uses it for none. Checked by its methods and
 * not by its class, since a bundle may hold two copies of web3.js.
 */
export function requireAddress(field: string, address: PublicKey): PublicKey {
  const bytes = typeof address?.toBytes === 'function' ? address.toBytes() : undefined
  if (bytes?.length !== 32) throw new InvalidInputError(field, 'must be a public key')
  if (bytes.every((byte) => byte === 0)) throw new InvalidInputError(field, 'must not be the empty address')
  return address
}

/** Checks a list of addresses. */
export function requireAddresses(field: string, addresses: readonly PublicKey[]): readonly PublicKey[] {
  if (!Array.isArray(addresses)) throw new InvalidInputError(field, 'must be an array of public keys')
  addresses.forEach((address, index) => {
    requireAddress(`${field}[${index}]`, address)
  })
  return addresses
}

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

/** Converts a moment to whole unix seconds; those of a `Date` are rounded down. */
export function requireSeconds(field: string, moment: Moment): bigint {
  const seconds =
    typeof moment === 'bigint' ? moment : BigInt(Math.floor(toDate(moment, field).getTime() / 1_000))
  if (seconds < 1n || seconds > MAX_I64) throw new InvalidInputError(field, 'must be a unix time after 1970')
  return seconds
}
