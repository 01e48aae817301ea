/** Orders integers, the smaller first, for `sort`. */
export function compare(a: bigint, b: bigint): number {
  return a < b ? -1 : Number(a > b)
}

/** The larger of two integers. */
export function most(a: bigint, b: bigint): bigint {
  return a > b ? a : b
}

/** The smaller of two integers, such as amounts or unix seconds. */
export function least(a: bigint, b: bigint): bigint {
  return a < b ? a : b
}
