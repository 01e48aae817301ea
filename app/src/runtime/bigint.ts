/** The larger of two integers. */
export function most(a: bigint, b: bigint): bigint {
  return a > b ? a : b
}

/** The smaller of two integers, such as amounts or unix seconds. */
export function least(a: bigint, b: bigint): bigint {
  return a < b ? a : b
}
