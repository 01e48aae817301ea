/** The largest u64. */
export const U64 = 2n ** 64n - 1n

export function smaller(a: bigint, b: bigint): bigint {
  if (a < b) return a
  return b
}

export function larger(a: bigint, b: bigint): bigint {
  if (a > b) return a
  return b
}

/** The nearest u64. */
export function toU64(value: bigint): bigint {
  return smaller(larger(value, 0n), U64)
}

/** Rounded up. */
export function divideUp(numerator: bigint, denominator: bigint): bigint {
  return (numerator + denominator - 1n) / denominator
}
