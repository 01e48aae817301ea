import { PublicKey } from '@solana/web3.js'
import BN from 'bn.js'

/** Converts values of the SDK to those of Anchor's coder: `bigint` becomes `BN`. */
export function toAnchor<T>(value: T): T {
  return converted(value, (one) => (typeof one === 'bigint' ? new BN(one.toString()) : undefined))
}

/** Converts values of Anchor's coder to those of the SDK. */
export function fromAnchor<T>(value: T): T {
  return converted(value, (one) => (BN.isBN(one) ? BigInt(one.toString()) : undefined))
}

function converted<T>(value: T, convert: (one: unknown) => unknown): T {
  const own = convert(value)
  if (own !== undefined) return own as T
  if (value === null || typeof value !== 'object' || value instanceof PublicKey) return value
  if (Array.isArray(value)) return value.map((one) => converted(one, convert)) as T
  const entries = Object.entries(value).map(([name, one]) => [name, converted(one, convert)])
  return Object.fromEntries(entries) as T
}
