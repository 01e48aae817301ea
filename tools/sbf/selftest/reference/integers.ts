// References of the cases in src/integers.rs.

import { bytesOf } from '../program.ts'
import { type Reference, reverse, rotate, s, u } from './reference.ts'

const ALL = u(128, -1n)

/** A case on numbers of a width: returns the bits of the answer, or null if it overflows. */
const fitted =
  (wrap: typeof s) =>
  (width: number, f: Reference): Reference =>
  (a, b) => {
    const exact = f(wrap(width, a), wrap(width, b))
    return exact === null || exact !== wrap(width, exact) ? null : u(width, exact)
  }
const signed = fitted(s)
const unsigned = fitted(u)

/** A case that returns all bits set instead of aborting. */
const orAll =
  (f: Reference): Reference =>
  (a, b) =>
    f(a, b) ?? ALL

const mul = (a: bigint, b: bigint) => a * b
const div = (a: bigint, b: bigint) => (b === 0n ? null : a / b)
/** `MIN % -1` is 0, but in Rust it overflows like the division. */
const rem = (width: number) => (a: bigint, b: bigint) =>
  b === 0n || (b === -1n && a === -(1n << BigInt(width - 1))) ? null : a % b
const divEuclid = (a: bigint, b: bigint) => {
  if (b === 0n) return null
  const quotient = a / b
  return a % b >= 0n ? quotient : b > 0n ? quotient - 1n : quotient + 1n
}
const clamp = (x: bigint, low: bigint, high: bigint) => (x < low ? low : x > high ? high : x)
const clampU = (x: bigint) => clamp(x, 0n, ALL)
const clampS = (x: bigint) => clamp(x, -(1n << 127n), (1n << 127n) - 1n)

const bitsOf = (x: bigint, width: number) => x.toString(2).padStart(width, '0')
const leadingZeros = (x: bigint, width: number) => BigInt(x ? bitsOf(x, width).indexOf('1') : width)
const rank = (a: bigint, b: bigint) => (a < b ? 0n : a === b ? 1n : 2n)

function isqrt(x: bigint): bigint {
  let root = 0n
  for (let bit = 1n << 63n; bit; bit >>= 1n) if ((root | bit) ** 2n <= x) root |= bit
  return root
}

/** The cases of src/integers.rs. */
export const integers: Record<string, Reference> = {
  u128_wrapping_mul: (a, b) => u(128, a * b),
  u128_checked_mul: orAll(unsigned(128, mul)),
  i128_wrapping_mul: (a, b) => u(128, a * b),
  i128_checked_mul: orAll(signed(128, mul)),
  i128_widening_mul: (a, b) => u(128, s(64, a) * s(64, b)),
  u64_checked_mul: orAll(unsigned(64, mul)),
  i64_checked_mul: orAll(signed(64, mul)),
  u32_checked_mul: orAll(unsigned(32, mul)),
  i32_checked_mul: orAll(signed(32, mul)),
  u128_mul_div: (a, b) => (u(64, a) * u(64, b)) / (u(64, a) + 1n),
  u128_mul: unsigned(128, mul),
  i128_mul: signed(128, mul),
  u64_mul: unsigned(64, mul),
  u128_add: unsigned(128, (a, b) => a + b),
  i128_sub: signed(128, (a, b) => a - b),
  u128_div: unsigned(128, div),
  u128_rem: unsigned(128, rem(128)),
  i128_div: signed(128, div),
  i128_rem: signed(128, rem(128)),
  i64_div: signed(64, div),
  i64_rem: signed(64, rem(64)),
  i64_div_euclid: signed(64, divEuclid),
  i64_div_by_constants: (a) => u(64, s(64, a) / 2n) | (u(64, s(64, a) / 86_400n) << 64n),
  i32_div: signed(32, div),
  i32_rem: signed(32, rem(32)),
  i16_div: signed(16, div),
  i8_rem: signed(8, rem(8)),
  u128_div_by_constant: (a) => (a / 10_000n) ^ (a % 1_000_000_007n),
  u128_pow: unsigned(128, (a, b) => (a % 1_000n) ** (b % 15n)),
  u128_isqrt: isqrt,
  u128_shl: (a, b) => u(128, a << (b & 127n)),
  u128_shr: (a, b) => a >> (b & 127n),
  i128_shr: (a, b) => u(128, s(128, a) >> (b & 127n)),
  u128_shifts_by_constants: (a, b) => u(128, a << 7n) ^ (b >> 64n) ^ u(128, s(128, a) >> 100n),
  u128_rotate: (a, b) => rotate(a, b & 127n) ^ rotate(a, -(b >> 64n) & 127n),
  u128_saturating: (a, b) => clampU(a + b) ^ clampU(a - b),
  i128_saturating: (a, b) => {
    const [x, y] = [s(128, a), s(128, b)]
    return u(128, clampS(x + y) ^ clampS(x - y) ^ clampS(x * y))
  },
  compare: (a, b) => rank(a, b) * 9n + rank(s(128, a), s(128, b)) * 3n + rank(s(64, a), s(64, b)),
  count_bits: (a, b) => {
    const trailing = b ? BigInt(reverse(bitsOf(b, 128)).indexOf('1')) : 128n
    const ones = BigInt(bitsOf(a, 128).replaceAll('0', '').length)
    return (leadingZeros(a, 128) << 96n) | (trailing << 64n) | (ones << 32n) | leadingZeros(u(64, a), 64)
  },
  reverse_bits_and_bytes: (a, b) =>
    BigInt(`0x${bytesOf(a).toString('hex')}`) ^ BigInt(`0b${reverse(bitsOf(b, 128))}`),
}
