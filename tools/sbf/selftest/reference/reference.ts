// Helpers of the references that the selftest compares with.

/** The exact answer of a case, or null if the program must abort. */
export type Reference = (a: bigint, b: bigint) => bigint | null

/** The lowest bits of a number, unsigned and signed: `u(8, x)` is `x as u8`, `s(8, x)` is `x as i8`. */
export const u = BigInt.asUintN
export const s = BigInt.asIntN

/** `x.rotate_left(n)`, for `n` below the width. */
export const rotate = (x: bigint, n: bigint, width = 128) => u(width, x << n) | (x >> (BigInt(width) - n))

export const reverse = (text: string) => [...text].reverse().join('')
